import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { pageAt } from '#contract/pages/page-routes';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { TrustedHtml } from './trusted-html.tsx';
import './text-body.css';

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented;

/**
 * A part of a text. Links to pages of this site navigate through the router; links with a target and to other sites are left to the
 * browser.
 */
export function TextBody({ html, lang, isLead }: { html: string; lang: string; isLead?: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || link.target || link.origin !== location.origin || !pageAt(link.pathname) || !isPlainClick(event)) return;
      event.preventDefault();
      void navigate(`${link.pathname}${link.search}${link.hash}`);
    };
    const element = box.current;
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [navigate]);

  return <TrustedHtml ref={box} className={isLead ? 'text-body text-lead' : 'text-body'} html={html} lang={lang} />;
}

const LOADING_LINES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholder lines while a text is loaded. */
export function TextLoading() {
  const { t } = useTranslation();
  return (
    <div className="text-loading" role="status" aria-label={t('status.loading')}>
      {LOADING_LINES.map((line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  );
}

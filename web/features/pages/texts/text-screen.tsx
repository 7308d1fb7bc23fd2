import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { pageAt, TEXT_PAGES, type TextPageName } from '#contract/pages/page-routes';
import type { TextPage } from '#contract/pages/text-page';
import { currentLocale } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PageLinks } from '../footer/page-links.tsx';
import { TextBody, TextLoading } from './text-body.tsx';
import { useTextPage } from './text-queries.ts';
import { TrackingChoice } from './tracking-choice.tsx';
import './text-screen.css';

interface ContentsProps {
  contents: TextPage['contents'];
  /** Shown on narrow screens, too: for texts in which readers look something up. */
  isShownOnPhone: boolean;
}

function Contents({ contents, isShownOnPhone }: ContentsProps) {
  const { t } = useTranslation('pages');
  return (
    <nav className={isShownOnPhone ? 'text-contents is-always' : 'text-contents'} aria-labelledby="text-contents">
      <h2 id="text-contents">{t('contents')}</h2>
      <ul>
        {contents.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Unfolds the section that the hash names and scrolls to it, which is in the page only now. A restored scroll position is left alone.
 */
function useScrollToHash(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again has another key
  useEffect(() => {
    const section = hash ? document.getElementById(hash.slice(1)) : null;
    section?.querySelector(':scope > details')?.setAttribute('open', '');
    if (scrollY === 0) section?.scrollIntoView();
  }, [hash, key]);
}

/** Unfolds all sections while the page is printed. */
function useUnfoldedPrint(): void {
  useEffect(() => {
    let unfolded: Element[] = [];
    const unfold = () => {
      unfolded = [...document.querySelectorAll('.fold > details:not([open])')];
      for (const section of unfolded) section.setAttribute('open', '');
    };
    const fold = () => {
      for (const section of unfolded) section.removeAttribute('open');
      unfolded = [];
    };
    addEventListener('beforeprint', unfold);
    addEventListener('afterprint', fold);
    return () => {
      removeEventListener('beforeprint', unfold);
      removeEventListener('afterprint', fold);
    };
  }, []);
}

function Text({ page, text }: { page: TextPageName; text: TextPage }) {
  const { t } = useTranslation('pages');
  useScrollToHash();
  useUnfoldedPrint();
  return (
    <article>
      <h1 className="display display-56" lang={text.lang}>
        {text.title}
      </h1>
      <div className="text-columns">
        <div className="text-main">
          <TextBody isLead html={text.lead} lang={text.lang} />
          {text.lang !== currentLocale() && <p className="muted">{t('other_language')}</p>}
          {page === 'pages-cookies' && <TrackingChoice />}
        </div>
        <Contents contents={text.contents} isShownOnPhone={page === 'pages-faq'} />
        <div className="text-main">
          <TextBody html={text.body} lang={text.lang} />
        </div>
      </div>
    </article>
  );
}

/** A text page (terms, privacy, cookies, questions, service, …) with links to the others above it. */
function TextPageView({ page }: { page: TextPageName }) {
  const { t } = useTranslation('pages');
  const { text, error, isFetching, refetch } = useTextPage(page);
  return (
    <div className="text-page">
      <nav className="text-nav" aria-label={t('pages')}>
        <PageLinks current={page} />
      </nav>
      {text ? (
        <Text key={page} page={page} text={text} />
      ) : error ? (
        <ErrorPanel error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <TextLoading />
      )}
    </div>
  );
}

export function Screen() {
  const { pathname } = useLocation();
  const current = pageAt(pathname);
  const page = TEXT_PAGES.find((textPage) => textPage === current);
  return page ? <TextPageView page={page} /> : null;
}

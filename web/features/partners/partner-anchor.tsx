import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** A link to a partner, opened in a new window without opener and referrer. */
export function PartnerAnchor({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  const { t } = useTranslation('partners');
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer nofollow sponsored">
      {children}
      <span className="visually-hidden">{t('new_window')}</span>
    </a>
  );
}

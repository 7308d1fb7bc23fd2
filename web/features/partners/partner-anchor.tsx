import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A way to a partner: in a window of its own, which learns nothing of this one. */
export function PartnerAnchor({ href, className, children }: { href: string; className: string; children: ReactNode }) {
  const { t } = useTranslation('partners');
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer nofollow sponsored">
      {children}
      <span className="vh">{t('new_window')}</span>
    </a>
  );
}

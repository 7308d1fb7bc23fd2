import type { MouseEvent, ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useSettings } from '../../session/settings.ts';

export type LegalPage = 'terms' | 'privacy';

interface AcceptLineProps {
  /** Shows the page over the form; without it the links lead to the pages themselves. */
  openLegal?: ((page: LegalPage) => void) | undefined;
}

/** What joining means, with the two texts a press away. */
export function AcceptLine({ openLegal }: AcceptLineProps) {
  const { t } = useTranslation('signup');
  const { min_age: age } = useSettings();
  return (
    <p className="hint split-aside accept-line">
      <Trans
        t={t}
        i18nKey="accept"
        values={{ age }}
        components={{
          terms: <LegalLink page="terms" openLegal={openLegal} />,
          privacy: <LegalLink page="privacy" openLegal={openLegal} />,
        }}
      />
    </p>
  );
}

function LegalLink({ page, openLegal, children }: AcceptLineProps & { page: LegalPage; children?: ReactNode }) {
  const open = (event: MouseEvent) => {
    if (!openLegal || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    openLegal(page);
  };
  return (
    <a className="link" href={`/pages/${page}`} target="_blank" rel="noreferrer" onClick={open}>
      {children}
    </a>
  );
}

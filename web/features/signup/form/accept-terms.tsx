import type { MouseEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettings } from '../../../session/settings.ts';
import { RichText } from '../../../ui/rich-text.tsx';

export type LegalPage = 'terms' | 'privacy';

interface AcceptLineProps {
  /** Shows the page over the form. Without it the links open the page in a new tab. */
  openLegal?: ((page: LegalPage) => void) | undefined;
}

/** The sentence that joining accepts the terms and the privacy text, with a link to each. */
export function AcceptLine({ openLegal }: AcceptLineProps) {
  const { t } = useTranslation('signup');
  const { min_age: age } = useSettings();
  return (
    <p className="hint split-aside accept-terms">
      <RichText
        text={t('accept', { age })}
        parts={{
          terms: (words) => <LegalLink page="terms" words={words} openLegal={openLegal} />,
          privacy: (words) => <LegalLink page="privacy" words={words} openLegal={openLegal} />,
        }}
      />
    </p>
  );
}

function LegalLink({ page, words, openLegal }: AcceptLineProps & { page: LegalPage; words: string }) {
  const open = (event: MouseEvent) => {
    if (!openLegal || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    openLegal(page);
  };
  return (
    <a className="link" href={`/pages/${page}`} target="_blank" rel="noreferrer" onClick={open}>
      {words}
    </a>
  );
}

import { useTranslation } from 'react-i18next';
import { createPart, usePart } from '../../session/part.ts';
import { Icon } from '../../ui/icon.tsx';
import { RichText } from '../../ui/rich-text.tsx';

const hint = createPart(() => import('./typo-hint.ts'));

interface TypoHintProps {
  typed: string;
  onTake: (address: string) => void;
}

/** "Did you mean …?": the lists of providers come once something is typed. */
export function TypoHint({ typed, onTake }: TypoHintProps) {
  return typed.trim() ? <Suggestion typed={typed} onTake={onTake} /> : null;
}

function Suggestion({ typed, onTake }: TypoHintProps) {
  const { t } = useTranslation('signup');
  const part = usePart(hint, true);
  const address = part?.likelyAddress(typed) ?? null;
  const take = (button: HTMLElement) => {
    if (address === null) return;
    button.closest('.email-field')?.querySelector('input')?.focus();
    onTake(address);
  };
  return (
    <div className="typo-place" role="status">
      {address && (
        <button type="button" className="typo" onClick={(event) => take(event.currentTarget)}>
          <Icon name="mail" size="s" />
          <span>
            <RichText text={t('typo', { address })} parts={{ b: (words) => <b>{words}</b> }} />
          </span>
        </button>
      )}
    </div>
  );
}

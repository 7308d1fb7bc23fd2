import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../icon.tsx';
import { RichText } from '../rich-text.tsx';
import { suggestEmail } from './suggest-email.ts';

/** "Did you mean …?" below an address that looks mistyped. Pressing it replaces the address. */
export function EmailSuggestion({ typed, onTake }: { typed: string; onTake: (address: string) => void }) {
  const { t } = useTranslation('cards');
  const address = suggestEmail(typed);
  if (address === null) return null;
  const take = (button: HTMLElement) => {
    button.closest('.email-field')?.querySelector('input')?.focus();
    onTake(address);
  };
  return (
    <button type="button" className="email-suggestion" onClick={(event) => take(event.currentTarget)}>
      <Icon name="mail" size="s" />
      <span>
        <RichText text={t('typo', { address })} parts={{ b: (words) => <b>{words}</b> }} />
      </span>
    </button>
  );
}

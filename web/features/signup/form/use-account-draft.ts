import { useStoredText } from '../../../ui/forms/form-draft.ts';
import type { AccountDraft } from './use-account-form.ts';

/** Address and name of a sign-up that is not sent yet; both survive a reload of the tab. */
export function useAccountDraft(): AccountDraft {
  const [email, setEmail] = useStoredText('signup-email');
  const [name, setName] = useStoredText('signup-name');
  return { email, setEmail, name, setName };
}

/** The address that got the mail of a sign-up without a session (strict address check); empty if there was none. */
export const useSentToAddress = () => useStoredText('signup-sent-to');

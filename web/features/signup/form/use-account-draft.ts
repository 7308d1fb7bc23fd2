import { useKeptText } from '../../../ui/forms/form-draft.ts';
import type { Draft } from './use-account-form.ts';

/** Address and name of a sign-up that is not sent yet; both survive a reload of the tab. */
export function useDraft(): Draft {
  const [email, setEmail] = useKeptText('signup-email');
  const [name, setName] = useKeptText('signup-name');
  return { email, setEmail, name, setName };
}

/** The address that got the mail of a sign-up without a session (strict address check); empty if there was none. */
export const useSentTo = () => useKeptText('signup-sent-to');

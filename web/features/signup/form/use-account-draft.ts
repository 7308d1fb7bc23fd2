import { useKeptText } from '../../../ui/forms/form-draft.ts';
import type { Draft } from './use-account-form.ts';

/** Address and name of a sign-up that is not sent yet. */
export function useDraft(): Draft {
  const [email, setEmail] = useKeptText('signup-email');
  const [name, setName] = useKeptText('signup-name');
  return { email, setEmail, name, setName };
}

/** Where the letter of a sign-up went that signed nobody in. */
export const useSentTo = () => useKeptText('signup-sent-to');

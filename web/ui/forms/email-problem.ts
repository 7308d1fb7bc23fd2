import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';

export type EmailProblem = 'email_required' | 'email_invalid';

/** What is wrong with a typed e-mail address; null if it is valid. */
export function emailProblem(email: string): EmailProblem | null {
  if (email.trim() === '') return 'email_required';
  return v.is(EmailAddress, email) ? null : 'email_invalid';
}

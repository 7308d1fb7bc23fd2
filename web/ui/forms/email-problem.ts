import * as v from 'valibot';
import { EmailAddress } from '#contract/primitives';

export type EmailProblem = 'email_required' | 'email_invalid';

/** Why an address cannot be one; null when it can. */
export function emailProblem(email: string): EmailProblem | null {
  if (email.trim() === '') return 'email_required';
  return v.is(EmailAddress, email) ? null : 'email_invalid';
}

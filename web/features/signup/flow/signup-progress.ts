import type { User } from '#contract/account';
import { stepNumber } from './steps.ts';

/** Whether a member has steps of the sign-up left that ask for profile data. */
export const hasQuestionsLeft = ({ last_signup_step: lastStep }: User): boolean => lastStep !== null && lastStep < stepNumber('about_me');

/** Whether a member left the sign-up before its end. With a confirmed address it ends one step earlier, as there is no mail to wait for. */
export function isStillSigningUp({ last_signup_step: lastStep, activated }: User): boolean {
  return lastStep !== null && lastStep < stepNumber(activated ? 'mail_progress' : 'check_mail');
}

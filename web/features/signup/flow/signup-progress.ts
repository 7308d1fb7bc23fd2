import type { User } from '#contract/account';

/** The steps of the sign-up in their order (docs/product.md, "Sign-up steps"). The server stores the number of the last finished one. */
export const STEPS = ['account', 'push', 'photo', 'place', 'about_you', 'about_me', 'mail_progress', 'check_mail'] as const;
export type Step = (typeof STEPS)[number];

/** The number under which the server stores a step: 0 for the account. */
export const stepNumber = (step: Step): number => STEPS.indexOf(step);

/** Whether a member has steps of the sign-up left that ask for profile data. */
export const hasQuestionsLeft = ({ last_signup_step: lastStep }: User): boolean => lastStep !== null && lastStep < stepNumber('about_me');

/** Whether a member left the sign-up before its end. With a confirmed address it ends one step earlier, as there is no mail to wait for. */
export function isStillSigningUp({ last_signup_step: lastStep, activated }: User): boolean {
  return lastStep !== null && lastStep < stepNumber(activated ? 'mail_progress' : 'check_mail');
}

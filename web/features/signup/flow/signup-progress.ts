import { SIGNUP_STEPS, type User } from '#contract/account';

const LAST_STEP = SIGNUP_STEPS - 1;

/** The last step that asks something; behind it the letter leaves. */
const LAST_QUESTION = SIGNUP_STEPS - 3;

/** Whether a step of the sign-up that asks for something of the profile is still before a member. */
export const hasQuestionsLeft = ({ last_signup_step: lastStep }: User): boolean => lastStep !== null && lastStep < LAST_QUESTION;

/** Whether a member left the sign-up before its end; once the address is confirmed, its last page has nothing left to say. */
export function isStillSigningUp({ last_signup_step: lastStep, activated }: User): boolean {
  return lastStep !== null && lastStep < (activated ? LAST_STEP - 1 : LAST_STEP);
}

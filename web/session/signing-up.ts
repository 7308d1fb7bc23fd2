import { SIGNUP_STEPS, type User } from '#contract/account';

const LAST_STEP = SIGNUP_STEPS - 1;

/** Whether a member left the sign-up before its end; once the address is confirmed, its last page has nothing left to say. */
export function isStillSigningUp({ last_signup_step: lastStep, activated }: User): boolean {
  return lastStep !== null && lastStep < (activated ? LAST_STEP - 1 : LAST_STEP);
}

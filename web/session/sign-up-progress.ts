import { SIGNUP_STEPS, type User } from '#contract/account';

/** A member who left the sign-up half way may go on with it. */
export const isStillSigningUp = ({ last_signup_step: step }: User): boolean => step !== null && step < SIGNUP_STEPS - 1;

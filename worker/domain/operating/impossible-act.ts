import { refuse } from '../errors.ts';

/**
 * Why an act of an operator cannot be done. `not_found`: what is named does not exist. `account_gone`: the account is deleted or banned.
 * `not_active`: its address is not confirmed, or it is gone. `exists`: it is so already. `ended`: it has ended before. `not_paid`: the
 * order is not paid, or was returned already. `not_fitting`: a value fits its setting no longer. `changed`: it has changed since it was read.
 */
export type WhyImpossible = 'not_found' | 'account_gone' | 'not_active' | 'exists' | 'ended' | 'not_paid' | 'not_fitting' | 'changed';

/** Thrown by the functions of this folder for what cannot be done. The command line words it, the desk refuses with a code. */
export class ImpossibleAct extends Error {
  readonly why: WhyImpossible;

  constructor(why: WhyImpossible) {
    super(why);
    this.why = why;
  }
}

/** Runs an act for the desk: what cannot be done is refused with `not_found` or `conflict`. Rethrows any other error. */
export async function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImpossibleAct) return refuse(error.why === 'not_found' ? 'not_found' : 'conflict');
    throw error;
  }
}

import { refuse } from '../errors.ts';

/**
 * Why something cannot be done with a case, besides `not_found`; the detail `reason` of a refusal with `conflict`. `taken`: another operator
 * has it, or it was given to one. `not_open`: it is decided. `own_decision`: an appeal against the actor's own decision. `not_possible`: what
 * the action changes is not there, or is so already. `not_free`: it is not theirs to release. `nothing_to_send`: no letter was given up.
 */
export const CASE_REFUSALS = ['taken', 'not_open', 'own_decision', 'not_possible', 'not_free', 'nothing_to_send'] as const;
export type CaseRefusal = (typeof CASE_REFUSALS)[number];

/** Throws a Refusal with `conflict` and the reason. */
export const refuseCase = (reason: CaseRefusal): never => refuse('conflict', { reason });

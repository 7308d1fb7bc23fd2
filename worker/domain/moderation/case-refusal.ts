import type { CaseRefusal } from '#contract/operator/operated-cases';
import { refuse } from '../errors.ts';

/** Throws a Refusal with `conflict` and the reason. */
export const refuseCase = (reason: CaseRefusal): never => refuse('conflict', { reason });

import type { OutputOf } from '#contract/endpoint';
import { type countWaitingCases as endpoint, WAITING_CASES_MAX } from '#contract/operator/operated-cases';
import { waitingCasesFor } from '#db/queries/cases/case-queue';
import type { Context } from '../../../domain/context.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** The number of cases that wait for the operator. */
export async function countWaitingCases(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { waiting } = await requireOperator(ctx, {}, (id, db) => ({ waiting: waitingCasesFor(db, id, WAITING_CASES_MAX) }));
  return { count: waiting.length };
}

import type { OutputOf } from '#contract/endpoint';
import type { takeNextCase as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { takeNext } from '../../../domain/moderation/assign-case.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Takes the next case. */
export async function takeNextCase(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  return { number: await withProof(() => takeNext(ctx.db, ctx.now, operator.actor)) };
}

import type { OutputOf, ParsedInputOf } from '#contract/endpoint';
import type { restoreDecision as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { takeBackDecision } from '../../../domain/moderation/decide-by-hand.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Takes back the decision of a case without an appeal. */
export async function restoreDecision(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<OutputOf<typeof endpoint>> {
  const { operator } = await requireOperator(ctx, { isConfirmed: true }, () => ({}));
  const { number, decision } = await withProof(() => takeBackDecision(ctx.db, ctx.now, operator.actor, input));
  return { number, decision };
}

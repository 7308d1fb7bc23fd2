import type { OutputOf } from '#contract/endpoint';
import type { getOperator as endpoint } from '#contract/operator/desk-session';
import type { Context } from '../../../domain/context.ts';
import { operatorAnswer, requireOperator } from '../../../domain/require-operator.ts';

/** The signed-in operator. */
export async function getOperator(ctx: Context): Promise<OutputOf<typeof endpoint>> {
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  return { operator: operatorAnswer(operator, ctx.now) };
}

import type { ParsedInputOf } from '#contract/endpoint';
import type { takeCase as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { takeCaseOf } from '../../../domain/moderation/assign-case.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Takes an open case. */
export async function takeCase(ctx: Context, { number }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  await withProof(() => takeCaseOf(ctx.db, ctx.now, operator.actor, number));
}

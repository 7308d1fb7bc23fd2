import type { ParsedInputOf } from '#contract/endpoint';
import type { releaseCase as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { releaseCaseOf } from '../../../domain/moderation/assign-case.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Gives back a case of the operator. */
export async function releaseCase(ctx: Context, { number }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { operator } = await requireOperator(ctx, {}, () => ({}));
  await withProof(() => releaseCaseOf(ctx.db, ctx.now, operator.actor, number));
}

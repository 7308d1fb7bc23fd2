import type { ParsedInputOf } from '#contract/endpoint';
import type { assignCase as endpoint } from '#contract/operator/operated-cases';
import type { Context } from '../../../domain/context.ts';
import { assignCase as assign } from '../../../domain/moderation/assign-case.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Gives an open case to an operator. */
export async function assignCase(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { operator } = await requireOperator(ctx, { role: 'admin' }, () => ({}));
  const assignment = { number: input.number, operatorId: input.operator };
  await withProof(() => assign(ctx.db, ctx.now, operator.actor, assignment));
}

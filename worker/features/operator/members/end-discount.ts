import type { ParsedInputOf } from '#contract/endpoint';
import type { endDiscount as endpoint } from '#contract/operator/operated-members';
import type { Context } from '../../../domain/context.ts';
import { planEndDiscount } from '../../../domain/operating/end-discount.ts';
import { orRefuse } from '../../../domain/operating/impossible-act.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Ends a discount. */
export async function endDiscount(ctx: Context, input: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { operator } = await requireOperator(ctx, { role: 'admin', isConfirmed: true }, () => ({}));
  await withProof(() => orRefuse(async () => (await planEndDiscount(ctx.db, ctx.now, operator.actor, input)).apply()));
}

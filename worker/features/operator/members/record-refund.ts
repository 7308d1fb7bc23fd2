import type { ParsedInputOf } from '#contract/endpoint';
import type { recordRefund as endpoint } from '#contract/operator/operated-members';
import type { Context } from '../../../domain/context.ts';
import { orRefuse } from '../../../domain/operating/impossible-act.ts';
import { withProof } from '../../../domain/operating/record-act.ts';
import { planRecordRefund } from '../../../domain/operating/record-refund.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/** Records that a paid order is refunded at its provider. */
export async function recordRefund(ctx: Context, { order: orderId, reason }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { operator } = await requireOperator(ctx, { role: 'admin', isConfirmed: true }, () => ({}));
  await withProof(() => orRefuse(async () => (await planRecordRefund(ctx.db, ctx.now, operator.actor, { orderId, reason })).apply()));
}

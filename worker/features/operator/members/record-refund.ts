import type { ParsedInputOf } from '#contract/endpoint';
import type { recordRefund as endpoint } from '#contract/operator/operated-members';
import { batch } from '#db/client';
import { orderById } from '#db/queries/credits/orders';
import { askAfterOrder } from '#db/queries/operator/member-overview';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import type { Context } from '../../../domain/context.ts';
import { refuse } from '../../../domain/errors.ts';
import { recordAct, withProof } from '../../../domain/operating/record-act.ts';
import { requireOperator } from '../../../domain/require-operator.ts';

/**
 * Records that a paid order is refunded at the provider, where the operator does it, and has the provider asked after it by the next run of
 * the scheduled handler: credits and status follow what the provider says.
 */
export async function recordRefund(ctx: Context, { order: id, reason }: ParsedInputOf<typeof endpoint>): Promise<undefined> {
  const { db, now } = ctx;
  const {
    operator,
    order: [order],
  } = await requireOperator(ctx, { role: 'admin', isConfirmed: true }, () => ({ order: orderById(db, id) }));
  if (!order?.memberId) return refuse('not_found');
  const act = { act: 'refund_recorded', aboutId: order.memberId, subject: id, amount: order.amount, reason } as const;
  const { asked } = await withProof(() =>
    batch(db, { asked: askAfterOrder(db, id, now), act: recordAct(db, now, operator.actor, act, previousStatementWrote) }),
  );
  if (asked.length === 0) refuse('conflict');
}

import { batch, type Database } from '#db/client';
import { orderById } from '#db/queries/credits/orders';
import { askAfterOrder } from '#db/queries/operator/member-overview';
import { previousStatementWrote } from '#db/queries/shared/event-outbox';
import { ImpossibleAct } from './impossible-act.ts';
import { type ProvenActor, recordAct } from './record-act.ts';

/**
 * Plans to record that a paid order is refunded at its provider, where the operator does it, and to have the provider asked after it by the
 * next run of the scheduled handler: credits and status follow what the provider says. Throws ImpossibleAct: `not_found`, also for an order
 * of an erased account, `not_paid`; `apply` throws `changed`.
 */
export async function planRecordRefund(db: Database, now: number, actor: ProvenActor, refund: { orderId: string; reason: string }) {
  const { orderId, reason } = refund;
  const [order] = await orderById(db, orderId);
  if (!order?.memberId) throw new ImpossibleAct('not_found');
  if (order.status !== 'paid') throw new ImpossibleAct('not_paid');
  const act = { act: 'refund_recorded', aboutId: order.memberId, subject: orderId, amount: order.amount, reason } as const;
  return {
    order,
    apply: async (): Promise<void> => {
      const { asked } = await batch(db, {
        asked: askAfterOrder(db, orderId, now),
        act: recordAct(db, now, actor, act, previousStatementWrote),
      });
      if (asked.length === 0) throw new ImpossibleAct('changed');
    },
  };
}

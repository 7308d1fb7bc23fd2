import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { changeBalance, lotOfOrder, updateLotsByLines } from '../shared/credit-balance.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { randomId } from '../shared/random-id.ts';
import { revokePlan } from './entitlements.ts';
import { type OrderRow, orderDetailsById } from './orders.ts';
import { stoppedSubscriptionOf } from './renewals.ts';
import { updateOrderAtRevision } from './settlement.ts';

interface Withdrawal {
  readonly memberId: string;
  /** Credits of a pack that are taken back; 0 for a plan, whose span ends instead. */
  readonly credits: number;
  /** The amount to refund, in minor units. */
  readonly amount: number;
  readonly event: EventInsert;
  readonly now: number;
  /** When the sweep asks the provider for the refund, if that has not been done by then. */
  readonly dueAt: number;
}

const always = sql`true`;
const balanceOf = (memberId: string): SQL => sql`(select credits from members where id = ${memberId})`;

/** Takes credits from the lot of an order, and from the balance. */
const takeFromLotOf = (db: Database, orderId: string, reference: string, { memberId, credits, now }: Withdrawal) => ({
  withdrawnLine: db.run(sql`
    insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
    values (${randomId}, ${memberId}, ${-credits}, 'reversal', ${reference}, ${now}, ${lotOfOrder(orderId)})`),
  lot: updateLotsByLines(db, 'reversal', reference),
  balance: changeBalance(db, memberId, -credits),
});

/**
 * Withdraws from an order in one batch, guarded by the revision it was read with: takes back what is unused and stores the amount to refund.
 * Credits of it that were spent meanwhile violate CHECK credit_lots_not_negative. `details` gives the order with its details,
 * `stoppedSubscriptions` its subscription if that has to be ended at the provider.
 */
export function withdrawStatements(db: Database, order: OrderRow, withdrawn: Withdrawal) {
  const { memberId, credits, amount, event, now, dueAt } = withdrawn;
  const takenCredits = order.takenCredits + credits;
  const change = { takenCredits, withdrawnCredits: takenCredits, withdrawnAmount: order.returnedAmount + amount, dueAt, tries: 0 };
  const reference = `${order.id}#${order.revision + 1}`;
  const patches = order.kind === 'pack' ? ([['$.credits', balanceOf(memberId)]] as const) : [];
  return {
    withdrawnOrder: updateOrderAtRevision(db, order, change),
    ...(order.kind === 'pack' ? takeFromLotOf(db, order.id, reference, withdrawn) : revokePlan(db, order.id, now)),
    events: insertEventWhen(db, event, always, patches),
    details: orderDetailsById(db, order.id),
    stoppedSubscriptions: stoppedSubscriptionOf(db, order.id),
  };
}

import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { moveCredits } from '../shared/credit-balance.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { revokePlan } from './entitlements.ts';
import { type OrderRow, wholeOrder } from './orders.ts';
import { stoppedOf } from './renewals.ts';
import { stepOrder } from './settlement.ts';

interface Withdrawn {
  readonly memberId: string;
  /** Credits of a pack that go; of a plan its span ends. */
  readonly credits: number;
  readonly amount: number;
  /** Of the ledger line. */
  readonly lineId: string;
  readonly event: EventInsert;
  readonly now: number;
  /** When the provider is to be asked for the refund, if it was not by then. */
  readonly dueAt: number;
}

const always = sql`true`;
const balanceOf = (memberId: string): SQL => sql`(select credits from members where id = ${memberId})`;

/**
 * Withdraws from an order, in one batch under the revision it was judged at (`stepOrder`): what is unused goes, and what is to go back is
 * noted. Credits that were spent meanwhile break CHECK members_credits_not_negative. Last come the event, the whole order as it is then, and
 * its subscription, if that is to end with it (`subscriptionsIn`).
 */
export function withdrawStatements(db: Database, order: OrderRow, withdrawn: Withdrawn) {
  const { memberId, credits, amount, lineId, event, now, dueAt } = withdrawn;
  const takenCredits = order.takenCredits + credits;
  const change = { takenCredits, withdrawnCredits: takenCredits, withdrawnAmount: order.returnedAmount + amount, dueAt, tries: 0 };
  const reference = `${order.id}#${order.revision + 1}`;
  const line = { id: lineId, memberId, amount: -credits, reason: 'reversal', reference, createdAt: now } as const;
  const [first, second, third = null] = order.kind === 'pack' ? moveCredits(db, line) : revokePlan(db, order.id, now);
  const patches = order.kind === 'pack' ? ([['$.credits', balanceOf(memberId)]] as const) : [];
  return [
    stepOrder(db, order, change),
    ...([first, second, third] as const),
    insertEventWhen(db, event, always, patches),
    wholeOrder(db, order.id),
    stoppedOf(db, order.id),
  ] as const;
}

import { type OwnTransaction, WITHDRAWAL_DAYS } from '#contract/credits';
import type { OrderRow } from '#db/queries/orders';
import { DAY } from './limit.ts';
import { moneyOf } from './money.ts';

/** What withdrawing from an order now would give back for its credits that are not used; null: it is too late, or nothing is left. */
export function withdrawalOf(order: OrderRow, balance: number, now: number): OwnTransaction['withdrawal'] {
  if (order.kind !== 'pack' || order.status !== 'paid' || order.paidAt === null) return null;
  const until = order.paidAt + WITHDRAWAL_DAYS * DAY;
  const total = order.credits + order.extraCredits;
  const credits = Math.min(balance, total - order.takenCredits);
  const back = Math.max(order.returnedAmount, order.withdrawnAmount);
  const amount = Math.min(order.amount - back, Math.floor((order.amount * credits) / total));
  if (until <= now || credits <= 0 || amount <= 0) return null;
  return { until: new Date(until).toISOString(), credits, price: moneyOf(amount, order.currency) };
}

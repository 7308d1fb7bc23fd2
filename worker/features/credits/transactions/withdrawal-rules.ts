import { WITHDRAWAL_DAYS } from '#contract/credits';
import { DAY } from '#contract/durations';

/** The part of an order on which a withdrawal depends. */
interface WithdrawableOrder {
  readonly kind: 'pack' | 'plan';
  readonly status: string;
  readonly paidAt: number | null;
  readonly amount: number;
  readonly credits: number;
  readonly extraCredits: number;
  readonly takenCredits: number;
  readonly returnedAmount: number;
  readonly withdrawnAmount: number;
}

/** What the member still has of it. */
interface RemainingUnits {
  /** The credits that remain of the lot that the order brought. */
  readonly credits: number;
  /** The span of premium that the order bought. */
  readonly span: { readonly fromAt: number; readonly untilAt: number } | null;
}

/** What a withdrawal takes and gives back: credits, and money in minor units. `until` lies within the last day of the right. */
export interface Withdrawal {
  readonly credits: number;
  readonly amount: number;
  readonly until: number;
}

/** The unused part of an order and the whole: credits that remain of a pack, or whole days of a plan that have not begun. */
function unusedOf(order: WithdrawableOrder, { credits, span }: RemainingUnits, now: number): { unused: number; total: number } {
  if (order.kind === 'pack') {
    const of = order.credits + order.extraCredits;
    return { unused: Math.max(0, Math.min(of - order.takenCredits, credits)), total: of };
  }
  if (!span) return { unused: 0, total: 1 };
  const of = Math.max(1, Math.round((span.untilAt - span.fromAt) / DAY));
  return { unused: Math.min(of, Math.max(0, Math.floor((span.untilAt - Math.max(now, span.fromAt)) / DAY))), total: of };
}

/**
 * What withdrawing from an order now gives back: the share of the price that is unused, rounded up and never more than has not gone back
 * yet. Returns null if the order is not paid, was withdrawn from before, has nothing left, or if the 14th day after the payment is over in
 * every time zone.
 */
export function withdrawalOf(order: WithdrawableOrder, owned: RemainingUnits, now: number): Withdrawal | null {
  if (order.status !== 'paid' || order.paidAt === null || order.withdrawnAmount > 0) return null;
  const until = order.paidAt + WITHDRAWAL_DAYS * DAY;
  const { unused, total } = unusedOf(order, owned, now);
  const amount = Math.min(Math.ceil((order.amount * unused) / total), order.amount - order.returnedAmount);
  if (until + DAY <= now || amount <= 0) return null;
  return { credits: order.kind === 'pack' ? unused : 0, amount, until };
}

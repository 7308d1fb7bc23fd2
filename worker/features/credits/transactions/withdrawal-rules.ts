import { WITHDRAWAL_DAYS } from '#contract/credits';
import { DAY } from '../../../domain/rate-limit.ts';

/** What of an order decides what withdrawing from it gives back. */
interface Ordered {
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

interface Owned {
  /** Credits that the member has. */
  readonly balance: number;
  /** The premium that the order bought. */
  readonly span: { readonly fromAt: number; readonly untilAt: number } | null;
}

/** What goes with a withdrawal, and the money for it in minor units; `until` lies in the last day of the right to it, which counts to its end. */
export interface Withdrawal {
  readonly credits: number;
  readonly amount: number;
  readonly until: number;
}

/** The share of a whole that is not used, as two whole numbers: credits of a pack that are there still, whole days of a plan that have not begun. */
function unusedOf(order: Ordered, { balance, span }: Owned, now: number): { unused: number; of: number } {
  if (order.kind === 'pack') {
    const of = order.credits + order.extraCredits;
    return { unused: Math.max(0, Math.min(of - order.takenCredits, balance)), of };
  }
  if (!span) return { unused: 0, of: 1 };
  const of = Math.max(1, Math.round((span.untilAt - span.fromAt) / DAY));
  return { unused: Math.min(of, Math.max(0, Math.floor((span.untilAt - Math.max(now, span.fromAt)) / DAY))), of };
}

/**
 * What withdrawing from an order now gives back: the same share of its price as is unused, rounded in the member's favour and never more
 * than has not gone back yet. Null: it is not paid, the 14th day after that is over wherever the member is, nothing is left, or it was withdrawn from before.
 */
export function withdrawalOf(order: Ordered, owned: Owned, now: number): Withdrawal | null {
  if (order.status !== 'paid' || order.paidAt === null || order.withdrawnAmount > 0) return null;
  const until = order.paidAt + WITHDRAWAL_DAYS * DAY;
  const { unused, of } = unusedOf(order, owned, now);
  const amount = Math.min(Math.ceil((order.amount * unused) / of), order.amount - order.returnedAmount);
  if (until + DAY <= now || amount <= 0) return null;
  return { credits: order.kind === 'pack' ? unused : 0, amount, until };
}

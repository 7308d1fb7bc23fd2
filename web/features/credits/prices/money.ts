import { type Discount, discountedAmount } from '#contract/discounts';
import type { Money } from '#contract/money';

/** All of ours have two. */
const DECIMALS = 2;
const UNITS = 10 ** DECIMALS;
const AMOUNT = /^\d{1,6}(?:[.,]\d{1,2})?$/;

/** One of so many equal parts, rounded up: nothing is said to be cheaper than it is. */
export const partOf = ({ amount, currency }: Money, parts: number): Money => ({ amount: Math.ceil(amount / Math.max(1, parts)), currency });

/** What is left to pay with a discount. */
export const discounted = ({ amount, currency }: Money, discount: Pick<Discount, 'percent'> | null): Money => ({
  amount: discountedAmount(amount, discount?.percent ?? null),
  currency,
});

/** By how much the first is more than the second. */
export const difference = (one: Money, other: Money): Money => ({ amount: one.amount - other.amount, currency: one.currency });

/** The tax within a price, at a rate in percent. */
export const taxWithin = ({ amount, currency }: Money, percent: number): Money => ({
  amount: amount - Math.round((amount * 100) / (100 + percent)),
  currency,
});

/** An amount as people type it, "25" or "12,50", in minor units; null: nothing typed, undefined: no amount. */
export function typedAmount(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return AMOUNT.test(text) ? Math.round(Number(text.replace(',', '.')) * UNITS) : undefined;
}

/** The same the other way round, for a field. */
export function amountToType(amount: number | null): string {
  if (amount === null) return '';
  return amount % UNITS === 0 ? String(amount / UNITS) : (amount / UNITS).toFixed(DECIMALS);
}

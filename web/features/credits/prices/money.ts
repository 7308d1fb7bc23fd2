import { type Discount, discountedAmount } from '#contract/discounts';
import type { Money } from '#contract/money';

/** Every currency of the shop has two decimals. */
const DECIMALS = 2;
const MINOR_UNITS = 10 ** DECIMALS;
const AMOUNT_PATTERN = /^\d{1,6}(?:[.,]\d{1,2})?$/;

/** An amount divided by `parts`, rounded up to a minor unit, so that nothing is shown as cheaper than it is. */
export const divideRoundedUp = ({ amount, currency }: Money, parts: number): Money => ({
  amount: Math.ceil(amount / Math.max(1, parts)),
  currency,
});

/** A price after a discount. */
export const discounted = ({ amount, currency }: Money, discount: Pick<Discount, 'percent'> | null): Money => ({
  amount: discountedAmount(amount, discount?.percent ?? null),
  currency,
});

/** The first amount minus the second, which is to have the same currency. */
export const subtractMoney = (first: Money, second: Money): Money => ({ amount: first.amount - second.amount, currency: first.currency });

/** The tax contained in a price, at a rate in percent. */
export const taxWithin = ({ amount, currency }: Money, percent: number): Money => ({
  amount: amount - Math.round((amount * 100) / (100 + percent)),
  currency,
});

/** Parses a typed amount, "25" or "12,50", into minor units. Returns null if nothing was typed, undefined if it is no amount. */
export function parseAmount(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  return AMOUNT_PATTERN.test(text) ? Math.round(Number(text.replace(',', '.')) * MINOR_UNITS) : undefined;
}

/** Writes minor units as `parseAmount` reads them; null becomes the empty text. */
export function amountInputText(amount: number | null): string {
  if (amount === null) return '';
  return amount % MINOR_UNITS === 0 ? String(amount / MINOR_UNITS) : (amount / MINOR_UNITS).toFixed(DECIMALS);
}

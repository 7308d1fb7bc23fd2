import { CURRENCIES, type Money } from '#contract/money';

/** The tax within an amount, in minor units; the rate in basis points. */
export const vatWithin = (amount: number, rate: number): number => amount - Math.round((amount * 10_000) / (10_000 + rate));

/** An amount on the wire. A currency that the catalogue does not know cannot have been charged. */
export function moneyOf(amount: number, currency: string): Money {
  const known = CURRENCIES.find((one) => one === currency);
  if (!known) throw new Error(`no currency ${currency}`);
  return { amount, currency: known };
}

import { CURRENCIES, type Money } from '#contract/money';

/** The VAT within a gross amount, in minor units; the rate in basis points. */
export const vatWithin = (amount: number, rate: number): number => amount - Math.round((amount * 10_000) / (10_000 + rate));

/** An amount in minor units in the form of the API. Throws if the currency is not one of the catalogue, which no order can have. */
export function moneyOf(amount: number, currency: string): Money {
  const found = CURRENCIES.find((known) => known === currency);
  if (!found) throw new Error(`no currency ${currency}`);
  return { amount, currency: found };
}

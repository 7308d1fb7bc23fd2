/** Units of each currency for one euro, as in the setting `exchange_rates`. */
export type ExchangeRates = Readonly<Record<string, number>>;

/** Rates are fractions of a million, so that a conversion is exact before it is rounded. */
const RATE_PARTS = 1_000_000;

/** Throws if the currency is not one of the catalogue, which neither an order nor a limit can have. */
function ratePartsOf(rates: ExchangeRates, currency: string): bigint {
  const rate = rates[currency];
  if (rate === undefined) throw new Error(`no exchange rate of ${currency}`);
  return BigInt(Math.round(rate * RATE_PARTS));
}

interface Conversion {
  readonly from: string;
  readonly to: string;
  readonly rates: ExchangeRates;
}

/** An amount in minor units in another currency, rounded up or down to a minor unit; in its own currency it stays as it is. */
export function converted(amount: number, { from, to, rates }: Conversion, rounding: 'up' | 'down'): number {
  if (from === to) return amount;
  const product = BigInt(amount) * ratePartsOf(rates, to);
  const divisor = ratePartsOf(rates, from);
  const isExact = product % divisor === 0n;
  return Number(product / divisor) + (rounding === 'up' && !isExact ? 1 : 0);
}

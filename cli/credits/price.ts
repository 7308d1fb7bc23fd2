import { COUNTRIES, type CountryCode } from '#contract/primitives';
import type { Database } from '#db/client';
import { allPaymentMethodsIn, changePrice, pricesIn, setPaymentMethodActive } from '#db/queries/credits/prices';
import { CommandError } from '../../scripts/lib/command/command-error.ts';

export const PRICE_USAGE = `npm run site -- price list [COUNTRY]
npm run site -- price set PRODUCT COUNTRY AMOUNT     (14.99, tax included, in the country's currency)
npm run site -- method on|off COUNTRY METHOD`;

/** Throws a command error for a missing or unknown country code. */
function parseCountry(countryArgument = ''): CountryCode {
  const country = COUNTRIES.find((code) => code === countryArgument.toUpperCase());
  if (countryArgument === '') throw new CommandError(PRICE_USAGE);
  if (!country) throw new CommandError(`${countryArgument} is none of the countries: ${COUNTRIES.join(', ')}.`);
  return country;
}

/**
 * The minor units of an amount such as 14.99. Throws a command error unless it has two decimals, as all currencies here have: without them
 * 1499 could mean either unit.
 */
function parseAmount(amountArgument = ''): number {
  const [, whole, decimals] = /^(\d{1,6})\.(\d\d)$/.exec(amountArgument) ?? [];
  const amount = Number(whole) * 100 + Number(decimals);
  if (amount > 0) return amount;
  throw new CommandError(amountArgument === '' ? PRICE_USAGE : `Write the amount with its two places, as 14.99, not ${amountArgument}.`);
}

const formatAmount = (amount: number) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

async function list(db: Database, [countryArgument]: readonly string[]): Promise<void> {
  const rows = await pricesIn(db, countryArgument === undefined ? null : parseCountry(countryArgument));
  const lines = rows.map(({ country, productId, currency, amount }) => `${country}  ${productId}  ${formatAmount(amount)} ${currency}`);
  console.log(lines.length > 0 ? lines.join('\n') : 'Nothing is sold there.');
}

async function set(db: Database, [product = '', countryArgument, amountArgument]: readonly string[]): Promise<void> {
  const [country, minorAmount] = [parseCountry(countryArgument), parseAmount(amountArgument)];
  const [changed] = await changePrice(db, product, country, minorAmount);
  if (changed) return console.log(`${country}  ${product}  ${formatAmount(minorAmount)} ${changed.currency}`);
  const soldProducts = (await pricesIn(db, country)).map(({ productId }) => productId);
  throw new CommandError(`${product} is not sold in ${country}. What is: ${soldProducts.join(', ') || 'nothing'}.`);
}

/** Offers a payment method in a country or stops offering it, and prints the methods offered there. */
async function setMethodActive(db: Database, isActive: boolean, [countryArgument, method = '']: readonly string[]): Promise<void> {
  const country = parseCountry(countryArgument);
  if (method === '') throw new CommandError(PRICE_USAGE);
  const [switched] = await setPaymentMethodActive(db, country, method, isActive);
  const all = await allPaymentMethodsIn(db, country);
  if (!switched) {
    const known = all.map(({ id }) => id).join(', ') || 'none';
    throw new CommandError(`${country} has no method ${method}. What it has: ${known}.`);
  }
  const offered = all.filter((one) => one.isActive).map(({ id }) => id);
  console.log(`${country} is offered: ${offered.join(', ') || 'no way to pay'}`);
}

type Verbs = Readonly<Record<string, (db: Database, args: readonly string[]) => Promise<void>>>;

/** The verbs of `npm run site -- price`: lists and changes prices by country. Orders that were made keep their price. */
export const PRICE_VERBS: Verbs = { list, set };

/** The verbs of `npm run site -- method`: switches the payment methods of a country on and off. */
export const METHOD_VERBS: Verbs = {
  on: (db, args) => setMethodActive(db, true, args),
  off: (db, args) => setMethodActive(db, false, args),
};

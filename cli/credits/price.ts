import { COUNTRIES, type CountryCode } from '#contract/primitives';
import type { Database } from '#db/client';
import { allPaymentMethodsIn, changePrice, pricesIn, setPaymentMethodActive } from '#db/queries/credits/prices';
import { CommandError } from '../../scripts/lib/command/command-error.ts';
import { assertWritten, changingVerb, plannedBatch, readingVerb, UsageError } from '../lib/verb.ts';

/** Throws a usage error for an unknown country code. */
function parseCountry(countryArgument: string): CountryCode {
  const country = COUNTRIES.find((code) => code === countryArgument.toUpperCase());
  if (!country) throw new UsageError(`${countryArgument} is none of the countries: ${COUNTRIES.join(', ')}.`);
  return country;
}

/**
 * The minor units of an amount such as 14.99. Throws a usage error unless it has two decimals, as all currencies here have: without them
 * 1499 could mean either unit.
 */
function parseAmount(amountArgument: string): number {
  const [, whole, decimals] = /^(\d{1,6})\.(\d\d)$/.exec(amountArgument) ?? [];
  const amount = Number(whole) * 100 + Number(decimals);
  if (amount > 0) return amount;
  throw new UsageError(`Write the amount with its two places, as 14.99, not ${amountArgument}.`);
}

const formatAmount = (amount: number) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

const COUNTRY = { about: 'the two letters of a country, such as NL' } as const;

const list = readingVerb({
  about: 'Lists the prices of all products, in one country or in all.',
  args: { COUNTRY: { ...COUNTRY, isOptional: true } },
  options: {},
  run: async (db, { args }) => {
    const rows = await pricesIn(db, args.COUNTRY === undefined ? null : parseCountry(args.COUNTRY));
    const lines = rows.map(({ country, productId, currency, amount }) => `${country}  ${productId}  ${formatAmount(amount)} ${currency}`);
    return { text: lines.length > 0 ? lines.join('\n') : 'Nothing is sold there.', json: rows };
  },
});

const set = changingVerb({
  about: 'Changes the price of a product in a country. Orders that were made keep theirs.',
  args: {
    PRODUCT: { about: 'the id of a product, see price list' },
    COUNTRY,
    AMOUNT: { about: "14.99, tax included, in the country's currency" },
  },
  options: {},
  run: async (db, { args: { PRODUCT: product, COUNTRY: countryArgument, AMOUNT: amountArgument } }) => {
    const [country, amount] = [parseCountry(countryArgument), parseAmount(amountArgument)];
    const sold = await pricesIn(db, country);
    const price = sold.find(({ productId }) => productId === product);
    if (!price) {
      const soldProducts = sold.map(({ productId }) => productId).join(', ') || 'nothing';
      throw new CommandError(`${product} is not sold in ${country}. What is: ${soldProducts}.`);
    }
    return plannedBatch(db, {
      would: `${product} would cost ${formatAmount(amount)} ${price.currency} in ${country}, and no longer ${formatAmount(price.amount)}.`,
      statements: { changed: changePrice(db, product, country, amount) },
      done: ({ changed }) => {
        assertWritten(changed, product);
        return { text: `${country}  ${product}  ${formatAmount(amount)} ${price.currency}`, json: { ...price, amount } };
      },
    });
  },
});

/** Plans to offer a payment method in a country or to stop offering it; prints the methods offered there. */
async function planMethod(db: Database, isActive: boolean, countryArgument: string, method: string) {
  const country = parseCountry(countryArgument);
  const all = await allPaymentMethodsIn(db, country);
  if (!all.some(({ id }) => id === method)) {
    const known = all.map(({ id }) => id).join(', ') || 'none';
    throw new CommandError(`${country} has no method ${method}. What it has: ${known}.`);
  }
  const offered = all.filter((one) => (one.id === method ? isActive : one.isActive)).map(({ id }) => id);
  const offers = offered.join(', ') || 'no way to pay';
  return plannedBatch(db, {
    would: `${country} would be offered: ${offers}`,
    statements: { switched: setPaymentMethodActive(db, country, method, isActive) },
    done: ({ switched }) => {
      assertWritten(switched, method);
      return { text: `${country} is offered: ${offers}`, json: { country, offered } };
    },
  });
}

const METHOD = { about: 'a payment method of this country' } as const;

const on = changingVerb({
  about: 'Offers a payment method in a country.',
  args: { COUNTRY, METHOD },
  options: {},
  run: (db, { args }) => planMethod(db, true, args.COUNTRY, args.METHOD),
});

const off = changingVerb({
  about: 'Stops offering a payment method in a country.',
  args: { COUNTRY, METHOD },
  options: {},
  run: (db, { args }) => planMethod(db, false, args.COUNTRY, args.METHOD),
});

/** The verbs of `npm run site -- price`. */
export const PRICE_VERBS = { list, set };

/** The verbs of `npm run site -- method`. */
export const METHOD_VERBS = { on, off };

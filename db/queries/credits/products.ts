import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { paymentMethods, prices, products } from '../../schema/index.ts';

const offer = {
  id: products.id,
  kind: products.kind,
  credits: products.credits,
  months: products.months,
  country: prices.country,
  currency: prices.currency,
  amount: prices.amount,
};

/** A product with its price, in minor units, in a country where it is sold. */
export type Offer = Awaited<ReturnType<typeof offersIn>>[number];

const offersWhere = (db: Database, where: SQL | undefined) =>
  db
    .select(offer)
    .from(prices)
    .innerJoin(products, and(eq(products.id, prices.productId), eq(products.isActive, true)))
    .where(where)
    .orderBy(asc(products.position), asc(products.id));

/** Active products with their prices in a country, in the order of the shop. */
export const offersIn = (db: Database, country: string) => offersWhere(db, eq(prices.country, country));

/** The payment country of a member, or `defaultCountry` if they have none. */
const paymentCountryOf = (memberId: string, defaultCountry: string): SQL =>
  sql`coalesce((select payment_country from members where id = ${memberId}), ${defaultCountry})`;

/** The currency in which a member pays; no row if nothing is sold in their payment country. */
export const currencyOfMember = (db: Database, memberId: string, defaultCountry: string) =>
  db
    .select({ currency: prices.currency })
    .from(prices)
    .where(sql`${prices.country} = ${paymentCountryOf(memberId, defaultCountry)}`)
    .limit(1);

/** One product with its price in a member's payment country; no row if it is not sold there. */
export const offerForMember = (db: Database, memberId: string, productId: string, defaultCountry: string) =>
  offersWhere(db, and(sql`${prices.country} = ${paymentCountryOf(memberId, defaultCountry)}`, eq(prices.productId, productId)));

const paymentMethodsWhere = (db: Database, where: SQL) =>
  db
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(where, eq(paymentMethods.isActive, true)))
    .orderBy(asc(paymentMethods.position), asc(paymentMethods.id));

/** Active payment methods of a country, in the order of the shop. */
export const paymentMethodsIn = (db: Database, country: string) => paymentMethodsWhere(db, sql`${paymentMethods.country} = ${country}`);

/** The same for a member's payment country. */
export const paymentMethodsOfMember = (db: Database, memberId: string, defaultCountry: string) =>
  paymentMethodsWhere(db, sql`${paymentMethods.country} = ${paymentCountryOf(memberId, defaultCountry)}`);

/** The pack by which a credit costs least, a country; full prices. */
export const cheapestCredits = (db: Database) =>
  db.all<CreditPrice>(
    sql`select country, currency, amount, credits from (select ${prices.country} as country, ${prices.currency} as currency, ${prices.amount} as amount,
        ${products.credits} as credits, min(${prices.amount} * 1.0 / ${products.credits}) from ${prices}
      join ${products} on ${products.id} = ${prices.productId} where ${products.kind} = 'pack' and ${products.isActive} and ${products.credits} > 0 group by ${prices.country})`,
  );

/** A pack: the number of credits and its price in minor units. */
export interface CreditPrice {
  readonly country: string;
  readonly currency: string;
  readonly amount: number;
  readonly credits: number;
}

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

/** What is sold in a country, in the order it is shown. */
export const offersIn = (db: Database, country: string) => offersWhere(db, eq(prices.country, country));

/** Where a member pays: in the country of their account, else in the site's. */
const countryOf = (memberId: string, otherwise: string): SQL =>
  sql`coalesce((select payment_country from members where id = ${memberId}), ${otherwise})`;

/** One product as a member can buy it; no row: it is not sold there. */
export const offerTo = (db: Database, memberId: string, productId: string, otherwise: string) =>
  offersWhere(db, and(sql`${prices.country} = ${countryOf(memberId, otherwise)}`, eq(prices.productId, productId)));

const methodsWhere = (db: Database, where: SQL) =>
  db
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(and(where, eq(paymentMethods.isActive, true)))
    .orderBy(asc(paymentMethods.position), asc(paymentMethods.id));

/** How one may pay in a country, in the order it is offered. */
export const methodsIn = (db: Database, country: string) => methodsWhere(db, sql`${paymentMethods.country} = ${country}`);

/** The same where a member pays. */
export const methodsOf = (db: Database, memberId: string, otherwise: string) =>
  methodsWhere(db, sql`${paymentMethods.country} = ${countryOf(memberId, otherwise)}`);

/** The pack by which a credit costs least, a country; full prices. */
export const cheapestCredits = (db: Database) =>
  db.all<CreditPrice>(
    sql`select country, currency, amount, credits from (select ${prices.country} as country, ${prices.currency} as currency, ${prices.amount} as amount,
        ${products.credits} as credits, min(${prices.amount} * 1.0 / ${products.credits}) from ${prices}
      join ${products} on ${products.id} = ${prices.productId} where ${products.kind} = 'pack' and ${products.isActive} and ${products.credits} > 0 group by ${prices.country})`,
  );

/** So many credits for an amount in minor units. */
export interface CreditPrice {
  readonly country: string;
  readonly currency: string;
  readonly amount: number;
  readonly credits: number;
}

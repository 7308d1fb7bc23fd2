import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { paymentMethods, prices, products } from '../../schema/index.ts';

/** What everything costs, in all countries or in one, in the order of the shop. */
export const pricesIn = (db: Database, country: string | null) =>
  db
    .select({ country: prices.country, productId: prices.productId, currency: prices.currency, amount: prices.amount })
    .from(prices)
    .innerJoin(products, eq(products.id, prices.productId))
    .where(country === null ? undefined : eq(prices.country, country))
    .orderBy(asc(prices.country), asc(products.position), asc(products.id));

/** Changes what a product costs in a country, in minor units of its currency; no row: it is not sold there. */
export const changePrice = (db: Database, productId: string, country: string, amount: number) =>
  db
    .update(prices)
    .set({ amount })
    .where(and(eq(prices.productId, productId), eq(prices.country, country)))
    .returning({ currency: prices.currency });

/** Every method that a country has, offered or not, in its order. */
export const allMethodsIn = (db: Database, country: string) =>
  db.select().from(paymentMethods).where(eq(paymentMethods.country, country)).orderBy(asc(paymentMethods.position), asc(paymentMethods.id));

/** Offers a method in a country, or no longer; no row: the country does not have it. */
export const switchMethod = (db: Database, country: string, id: string, isActive: boolean) =>
  db
    .update(paymentMethods)
    .set({ isActive })
    .where(and(eq(paymentMethods.country, country), eq(paymentMethods.id, id)))
    .returning({ id: paymentMethods.id });

import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { paymentMethods, prices, products } from '../../schema/index.ts';

/** Prices of all products in one country, or in all for null, in the order of the shop. Amounts in minor units. */
export const pricesIn = (db: Database, country: string | null) =>
  db
    .select({ country: prices.country, productId: prices.productId, currency: prices.currency, amount: prices.amount })
    .from(prices)
    .innerJoin(products, eq(products.id, prices.productId))
    .where(country === null ? undefined : eq(prices.country, country))
    .orderBy(asc(prices.country), asc(products.position), asc(products.id));

/** Changes the price of a product in a country, in minor units of its currency; no row if it is not sold there. */
export const changePrice = (db: Database, productId: string, country: string, amount: number) =>
  db
    .update(prices)
    .set({ amount })
    .where(and(eq(prices.productId, productId), eq(prices.country, country)))
    .returning({ currency: prices.currency });

/** All payment methods of a country, active or not, in the order of the shop. */
export const allPaymentMethodsIn = (db: Database, country: string) =>
  db.select().from(paymentMethods).where(eq(paymentMethods.country, country)).orderBy(asc(paymentMethods.position), asc(paymentMethods.id));

/** Activates or deactivates a payment method in a country; no row if the country does not have it. */
export const setPaymentMethodActive = (db: Database, country: string, id: string, isActive: boolean) =>
  db
    .update(paymentMethods)
    .set({ isActive })
    .where(and(eq(paymentMethods.country, country), eq(paymentMethods.id, id)))
    .returning({ id: paymentMethods.id });

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Packs of credits and premium plans. The id is a stable slug. */
export const products = sqliteTable('products', {
  id: text().primaryKey(),
  kind: text({ enum: ['pack', 'plan'] }).notNull(),
  /** Credits of a pack; 0 for a plan. */
  credits: integer().notNull().default(0),
  /** Months of premium of a plan; 0 for a pack. */
  months: integer().notNull().default(0),
  position: integer().notNull(),
  isActive: integer({ mode: 'boolean' }).notNull().default(true),
});

/**
 * The price of a product in a country, tax included, in minor units; a country has one currency. Without a row the product is not sold
 * there.
 */
export const prices = sqliteTable(
  'prices',
  {
    productId: text()
      .notNull()
      .references(() => products.id),
    country: text().notNull(),
    currency: text().notNull(),
    amount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.country, t.productId] })],
);

/** The payment methods of a country, offered in the order of `position`. The id is a slug that each provider maps to its own. */
export const paymentMethods = sqliteTable(
  'payment_methods',
  {
    country: text().notNull(),
    id: text().notNull(),
    position: integer().notNull(),
    isActive: integer({ mode: 'boolean' }).notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.country, t.id] }), index('payment_methods_in_order').on(t.country, t.position)],
);

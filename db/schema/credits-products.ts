import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What can be bought: packs of credits and premium plans, each under a stable slug. */
export const products = sqliteTable('products', {
  id: text().primaryKey(),
  kind: text({ enum: ['pack', 'plan'] }).notNull(),
  /** Of a pack. */
  credits: integer().notNull().default(0),
  /** Of a plan. */
  months: integer().notNull().default(0),
  position: integer().notNull(),
  isActive: integer({ mode: 'boolean' }).notNull().default(true),
});

/** What a product costs where, tax included, in minor units; a country has one currency. Without a row it is not sold there. */
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

/** How one may pay in a country, in the order they are offered; slugs that each provider maps to its own. */
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

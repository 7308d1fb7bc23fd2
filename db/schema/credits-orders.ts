import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/**
 * What was ordered, and how far it got; on the wire a transaction. Everything that is charged is settled when it is made and never looked up
 * again. Amounts are minor units, tax included. An order outlives its member without naming them: bookkeeping has to be kept.
 */
export const orders = sqliteTable(
  'orders',
  {
    id: text().primaryKey(),
    memberId: text().references(() => members.id, { onDelete: 'set null' }),
    /** The client's name for this order; for a renewal the provider's payment. */
    nonce: text().notNull(),
    kind: text({ enum: ['pack', 'plan'] }).notNull(),
    productId: text().notNull(),
    credits: integer().notNull().default(0),
    extraCredits: integer().notNull().default(0),
    months: integer().notNull().default(0),
    country: text().notNull(),
    currency: text().notNull(),
    fullAmount: integer().notNull(),
    amount: integer().notNull(),
    /** Of the payment country, in basis points, and what of `amount` it is. */
    vatRate: integer().notNull(),
    vatAmount: integer().notNull(),
    discountCode: text(),
    method: text().notNull(),
    provider: text({ enum: ['stripe', 'mollie', 'test'] }).notNull(),
    /** The provider's id of the payment, and where its member pays; null until it has answered. */
    providerRef: text().unique(),
    redirect: text(),
    status: text({ enum: ['open', 'paid', 'failed', 'canceled', 'expired', 'refunded'] }).notNull(),
    /** Whether the member asked for renewal; and the entitlement that this order renews. */
    renews: integer({ mode: 'boolean' }).notNull().default(false),
    renewalOf: text(),
    /** What the provider has given back in all, refunds and charge-backs; and whether any of it was charged back. */
    returnedAmount: integer().notNull().default(0),
    isChargedBack: integer({ mode: 'boolean' }).notNull().default(false),
    /** After a withdrawal: all credits that were taken until then and with it, and all the money that is to have gone back for them. */
    withdrawnCredits: integer().notNull().default(0),
    withdrawnAmount: integer().notNull().default(0),
    /** Credits taken back so far, with those that became a debt. */
    takenCredits: integer().notNull().default(0),
    /** Counts what was applied; a step that expects another number is void. */
    revision: integer().notNull().default(0),
    createdAt: integer().notNull(),
    paidAt: integer(),
    /** When the provider is to be asked again, or asked to refund; null when nothing is due. */
    dueAt: integer(),
    tries: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('orders_once').on(t.memberId, t.nonce),
    index('orders_of_member').on(t.memberId, t.createdAt),
    index('orders_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
);

/** Spans of premium; a member is premium while any active one runs, and members.premium_until is the latest end of theirs. */
export const entitlements = sqliteTable(
  'entitlements',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    source: text({ enum: ['order', 'grant'] }).notNull(),
    orderId: text().unique(),
    planId: text(),
    fromAt: integer().notNull(),
    untilAt: integer().notNull(),
    renews: integer({ mode: 'boolean' }).notNull().default(false),
    state: text({ enum: ['active', 'ended', 'revoked'] }).notNull(),
    /** The provider's subscription that renews it. Its customer is kept until the provider has ended it, so that it is told until it has. */
    provider: text({ enum: ['stripe', 'mollie', 'test'] }),
    subscription: text(),
    customer: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('entitlements_of_member').on(t.memberId, t.untilAt),
    index('entitlements_running').on(t.untilAt).where(sql`state = 'active'`),
    uniqueIndex('entitlements_of_subscription').on(t.subscription, t.fromAt).where(sql`subscription is not null`),
  ],
);

import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/**
 * Orders, called transactions on the wire. Product, price, discount and VAT are copied into the order and never looked up again. Amounts
 * are minor units, tax included. When the member is erased, the order stays without the member id, because bookkeeping requires it.
 */
export const orders = sqliteTable(
  'orders',
  {
    id: text().primaryKey(),
    memberId: text().references(() => members.id, { onDelete: 'set null' }),
    /** The id that the client gave this order; for a renewal, the provider's id of the payment. */
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
    /** VAT rate of the payment country in basis points, and the part of `amount` that is VAT. */
    vatRate: integer().notNull(),
    vatAmount: integer().notNull(),
    /** The setting `exchange_rates` when the order was made: units of each currency for one euro; null in orders from before the column. */
    exchangeRates: text({ mode: 'json' }).$type<Readonly<Record<string, number>>>(),
    discountCode: text(),
    method: text().notNull(),
    provider: text({ enum: ['stripe', 'mollie', 'test'] }).notNull(),
    /** The provider's id of the payment, and the address where the member pays; null until the provider has answered. */
    providerRef: text().unique(),
    redirect: text(),
    status: text({ enum: ['open', 'paid', 'failed', 'canceled', 'expired', 'refunded'] }).notNull(),
    /** Whether the member asked for renewal; and, if this order is a renewal itself, the entitlement that it renews. */
    renews: integer({ mode: 'boolean' }).notNull().default(false),
    renewalOf: text(),
    /** All money that the provider has returned, by refunds and charge-backs; and whether any of it was charged back. */
    returnedAmount: integer().notNull().default(0),
    isChargedBack: integer({ mode: 'boolean' }).notNull().default(false),
    /** After a withdrawal: the credits taken back up to and with it, and the amount that is to be returned in all. */
    withdrawnCredits: integer().notNull().default(0),
    withdrawnAmount: integer().notNull().default(0),
    /** Credits taken back so far, including those that became a debt. */
    takenCredits: integer().notNull().default(0),
    /** Number of changes applied so far. A change that expects another number fails (`updateOrderAtRevision`). */
    revision: integer().notNull().default(0),
    createdAt: integer().notNull(),
    paidAt: integer(),
    /** When the provider is to be asked again about the order, or for its refund; null when nothing is due. */
    dueAt: integer(),
    tries: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('orders_once').on(t.memberId, t.nonce),
    index('orders_of_member').on(t.memberId, t.createdAt),
    index('orders_by_payment').on(t.paidAt, t.currency, t.amount).where(sql`paid_at is not null`),
    index('orders_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
);

/**
 * Spans of premium. A member has premium while an active span runs; `members.premium_until` is the latest end of the member's active spans.
 */
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
    /**
     * The provider's ids of the subscription that renews the span, and of its customer. The customer is set to null once the provider has
     * ended it.
     */
    provider: text({ enum: ['stripe', 'mollie', 'test'] }),
    subscription: text(),
    customer: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('entitlements_of_member').on(t.memberId, t.untilAt),
    index('entitlements_running').on(t.untilAt).where(sql`state = 'active'`),
    // Subscriptions that are stopped here and still have to be ended at their provider.
    index('entitlements_stopped')
      .on(t.provider, t.subscription, t.customer)
      .where(sql`subscription is not null and customer is not null and renews = 0`),
    uniqueIndex('entitlements_of_subscription').on(t.subscription, t.fromAt).where(sql`subscription is not null`),
  ],
);

import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { entitlements, members, orders } from '../../schema/index.ts';
import { orderByRef } from './orders.ts';

/** The latest premium span of a provider's subscription, with its order. */
export const spanOfSubscription = (db: Database, provider: 'stripe' | 'mollie' | 'test', subscription: string) =>
  db
    .select({ id: entitlements.id, memberId: entitlements.memberId, renews: entitlements.renews, order: orders })
    .from(entitlements)
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(and(eq(entitlements.provider, provider), eq(entitlements.subscription, subscription)))
    .orderBy(desc(entitlements.fromAt))
    .limit(1);

/** Makes the order of a renewal, once for each payment of the provider. `order` gives it, also if it existed. */
export const insertRenewalOrder = (db: Database, order: typeof orders.$inferInsert & { readonly providerRef: string }) => ({
  insertedOrder: db.insert(orders).values(order).onConflictDoNothing(),
  order: orderByRef(db, order.providerRef),
});

/** The active span of an order, with what its renewal needs; no row if it was revoked or has ended. */
export const spanToRenew = (db: Database, orderId: string) =>
  db
    .select({ renews: entitlements.renews, untilAt: entitlements.untilAt, locale: members.locale })
    .from(entitlements)
    .innerJoin(members, eq(members.id, entitlements.memberId))
    .where(and(eq(entitlements.orderId, orderId), eq(entitlements.state, 'active')));

/** Takes an order off the sweep, unless its revision has changed since it was read. */
export const clearOrderDue = (db: Database, { id, revision }: { readonly id: string; readonly revision: number }) =>
  db
    .update(orders)
    .set({ dueAt: null })
    .where(and(eq(orders.id, id), eq(orders.revision, revision)));

/** Marks the span of an order as not renewing, if the provider turns out not to renew it. */
export const stopRenewalOfOrder = (db: Database, orderId: string) =>
  db.update(entitlements).set({ renews: false }).where(sql`${entitlements.orderId} = ${orderId} and ${entitlements.renews}`);

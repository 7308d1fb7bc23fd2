import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { entitlements, members, orders } from '../../schema/index.ts';
import { orderByRef } from './orders.ts';

/** The latest span that a provider's subscription has paid for, with the order it was bought by. */
export const spanOfSubscription = (db: Database, provider: 'stripe' | 'mollie' | 'test', subscription: string) =>
  db
    .select({ id: entitlements.id, memberId: entitlements.memberId, renews: entitlements.renews, order: orders })
    .from(entitlements)
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(and(eq(entitlements.provider, provider), eq(entitlements.subscription, subscription)))
    .orderBy(desc(entitlements.fromAt))
    .limit(1);

/** Makes the order of a renewal, once for one payment; gives it as it is, whoever made it. */
export const renewalOrder = (db: Database, order: typeof orders.$inferInsert & { readonly providerRef: string }) =>
  [db.insert(orders).values(order).onConflictDoNothing(), orderByRef(db, order.providerRef)] as const;

/** The span that an order bought, as its renewal needs it; none once it was taken back. */
export const spanToRenew = (db: Database, orderId: string) =>
  db
    .select({ renews: entitlements.renews, untilAt: entitlements.untilAt, locale: members.locale })
    .from(entitlements)
    .innerJoin(members, eq(members.id, entitlements.memberId))
    .where(and(eq(entitlements.orderId, orderId), eq(entitlements.state, 'active')));

/** Nothing is to be done about an order any more, unless another step of it came first. */
export const noLongerDue = (db: Database, { id, revision }: { readonly id: string; readonly revision: number }) =>
  db
    .update(orders)
    .set({ dueAt: null })
    .where(and(eq(orders.id, id), eq(orders.revision, revision)));

/** A span that no provider renews after all. */
export const renewNoMore = (db: Database, orderId: string) =>
  db.update(entitlements).set({ renews: false }).where(sql`${entitlements.orderId} = ${orderId} and ${entitlements.renews}`);

import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { entitlements, members, orders } from '../../schema/index.ts';
import { type EventInsert, insertEventWhen, isEventWritten, previousStatementWrote } from '../shared/event-outbox.ts';
import { recalculatePremium } from './entitlements.ts';
import { type AccountNotificationBundle, insertNotificationBundle } from './order-notifications.ts';

const subscriptionColumns = { provider: entitlements.provider, subscription: entitlements.subscription, customer: entitlements.customer };

/** A subscription that is stopped here and still has to be ended at its provider. */
export interface StoppedSubscription {
  readonly provider: 'stripe' | 'mollie' | 'test';
  readonly subscription: string;
  readonly customer: string;
}

/** The subscriptions of those rows in which provider, subscription and customer are all set. */
export const completeSubscriptions = (
  rows: readonly { [K in keyof StoppedSubscription]: StoppedSubscription[K] | null }[],
): StoppedSubscription[] =>
  rows.flatMap(({ provider, subscription, customer }) =>
    provider && subscription && customer ? [{ provider, subscription, customer }] : [],
  );

/** Stops all renewals of a member if a condition holds inside the batch; gives the subscriptions that must be ended at their providers (null values possible). */
export const stopRenewals = (db: Database, memberId: string, when: SQL = sql`true`) =>
  db
    .update(entitlements)
    .set({ renews: false })
    .where(and(eq(entitlements.memberId, memberId), eq(entitlements.renews, true), when))
    .returning(subscriptionColumns);

/** The same for an account that leaves, which also makes open orders due at once, so that they are canceled, and takes renewal off orders that may still be paid. */
export const stopAllRenewals = (db: Database, memberId: string, now: number, when: SQL) => ({
  stoppedSubscriptions: stopRenewals(db, memberId, when),
  dueOrders: db
    .update(orders)
    .set({ dueAt: now })
    .where(and(eq(orders.memberId, memberId), eq(orders.status, 'open'), when)),
  unrenewedOrders: db
    .update(orders)
    .set({ renews: false })
    .where(and(eq(orders.memberId, memberId), eq(orders.renews, true), isNull(orders.paidAt), when)),
});

/** The next renewal of a member: its time (ms) and amount (minor units), by the latest span of each subscription. No row if nothing renews. */
export const nextRenewal = (db: Database, memberId: string) =>
  db
    .select({ at: sql<number>`max(${entitlements.untilAt})`.as('at'), amount: orders.amount, currency: orders.currency })
    .from(entitlements)
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(and(eq(entitlements.memberId, memberId), eq(entitlements.state, 'active'), eq(entitlements.renews, true)))
    .groupBy(sql`coalesce(${entitlements.subscription}, ${entitlements.id})`)
    .orderBy(sql`at`)
    .limit(1);

/** Written out, as the index for it demands. */
const isStopped = sql`${entitlements.subscription} is not null and ${entitlements.customer} is not null and ${entitlements.renews} = 0`;

/** The subscription of an order, if it is stopped here and not yet ended at its provider. */
export const stoppedSubscriptionOf = (db: Database, orderId: string) =>
  db
    .select(subscriptionColumns)
    .from(entitlements)
    .where(and(eq(entitlements.orderId, orderId), isStopped));

/** A random order, so that subscriptions which fail every time do not block the others. */
const inRandomOrder = sql`random()`;

/** Subscriptions that are stopped here and not yet ended at their providers; the customer stays stored until then. */
export const stoppedSubscriptions = (db: Database, limit: number) =>
  db
    .select(subscriptionColumns)
    .from(entitlements)
    .where(isStopped)
    .groupBy(entitlements.provider, entitlements.subscription, entitlements.customer)
    .orderBy(inRandomOrder)
    .limit(limit);

/** The subscriptions of a member that have not been ended at their providers, renewing or stopped. */
export const unendedSubscriptionsOf = (db: Database, memberId: string) =>
  db
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(and(eq(entitlements.memberId, memberId), isNotNull(entitlements.subscription), isNotNull(entitlements.customer)));

/** Marks a subscription as ended at its provider by removing the customer, so that the provider is not called again. */
export const markSubscriptionEnded = (db: Database, { provider, subscription }: StoppedSubscription) =>
  db
    .update(entitlements)
    .set({ customer: null })
    .where(and(eq(entitlements.subscription, subscription), eq(entitlements.provider, provider), eq(entitlements.renews, false)));

/** FROM clause: a later span of the same subscription. Names are written out, because drizzle omits the table name in queries of one table. */
const laterSpan = sql`from entitlements as later where later.subscription = entitlements.subscription
  and later.from_at > entitlements.from_at and later.state <> 'revoked'`;
const isRenewed = sql<0 | 1>`exists (select 1 ${laterSpan})`;
/** The order of the next span, or its own if there is none. */
const renewalOrderId = sql`coalesce((select later.order_id ${laterSpan} order by later.from_at limit 1), ${entitlements.orderId})`;

const isOver = (now: number) => sql`${entitlements.state} = 'active' and ${entitlements.untilAt} <= ${now}`;

/** Active spans that are over, with their members: those without renewal, those that were renewed, and those that ended by `renewalsBy` without the renewal that was due. */
export const spansToEnd = (db: Database, now: number, renewalsBy: number, limit: number) =>
  db
    .select({
      id: entitlements.id,
      renews: entitlements.renews,
      isRenewed,
      order: { id: orders.id, amount: orders.amount, currency: orders.currency },
      member: { id: members.id, email: members.email, name: members.name, locale: members.locale },
    })
    .from(entitlements)
    .innerJoin(members, eq(members.id, entitlements.memberId))
    .leftJoin(orders, eq(orders.id, renewalOrderId))
    .where(and(isOver(now), sql`(not ${entitlements.renews} or ${entitlements.untilAt} <= ${renewalsBy} or ${isRenewed})`))
    .orderBy(entitlements.untilAt)
    .limit(limit);

/** Subscriptions whose span is over and whose renewal has not arrived. */
export const overdueRenewals = (db: Database, now: number, limit: number) =>
  db
    .select(subscriptionColumns)
    .from(entitlements)
    .where(and(isOver(now), eq(entitlements.renews, true), isNotNull(entitlements.subscription), sql`not ${isRenewed}`))
    .orderBy(inRandomOrder)
    .limit(limit);

/** Ends a span unless another sweep has, with the end of the member's premium, the event and the notification. A span whose renewal did not arrive no longer renews. */
export const endSpan = (db: Database, id: string, event: EventInsert, news: AccountNotificationBundle | null) => ({
  endedSpan: db
    .update(entitlements)
    .set({ state: 'ended', renews: sql`${entitlements.renews} and ${isRenewed}` })
    .where(and(eq(entitlements.id, id), eq(entitlements.state, 'active'))),
  events: insertEventWhen(db, event, previousStatementWrote),
  ...(news ? insertNotificationBundle(db, news, isEventWritten(event)) : {}),
  premium: recalculatePremium(db, event.memberId),
});

import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { entitlements, members, orders } from '../../schema/index.ts';
import { type EventInsert, insertEventWhen, isWritten, justWritten } from '../shared/event-outbox.ts';
import { settlePremium } from './entitlements.ts';
import { insertNews, type News } from './order-notifications.ts';

const ofProvider = { provider: entitlements.provider, subscription: entitlements.subscription, customer: entitlements.customer };

/** A provider's subscription that is to end there, as it has here. */
export interface Stopped {
  readonly provider: 'stripe' | 'mollie' | 'test';
  readonly subscription: string;
  readonly customer: string;
}

/** Rows of entitlements that name a whole subscription. */
export const subscriptionsIn = (rows: readonly { [K in keyof Stopped]: Stopped[K] | null }[]): Stopped[] =>
  rows.flatMap(({ provider, subscription, customer }) =>
    provider && subscription && customer ? [{ provider, subscription, customer }] : [],
  );

/** Renews nothing of a member any more, if a condition holds inside the batch; gives what their providers are still to be told (`subscriptionsIn`). */
export const stopRenewals = (db: Database, memberId: string, when: SQL = sql`true`) =>
  db
    .update(entitlements)
    .set({ renews: false })
    .where(and(eq(entitlements.memberId, memberId), eq(entitlements.renews, true), when))
    .returning(ofProvider);

/** The same, and of no order either that may still be paid, which is due at once, so as to be called off: for an account that is leaving. */
export const stopRenewalsToCome = (db: Database, memberId: string, now: number, when: SQL) =>
  [
    stopRenewals(db, memberId, when),
    db
      .update(orders)
      .set({ dueAt: now })
      .where(and(eq(orders.memberId, memberId), eq(orders.status, 'open'), when)),
    db
      .update(orders)
      .set({ renews: false })
      .where(and(eq(orders.memberId, memberId), eq(orders.renews, true), isNull(orders.paidAt), when)),
  ] as const;

/** What of a member's premium renews next, when and for how much: of a subscription its latest span says so. No row: nothing does. */
export const nextRenewal = (db: Database, memberId: string) =>
  db
    .select({ at: sql<number>`max(${entitlements.untilAt})`.as('at'), amount: orders.amount, currency: orders.currency })
    .from(entitlements)
    .innerJoin(orders, eq(orders.id, entitlements.orderId))
    .where(and(eq(entitlements.memberId, memberId), eq(entitlements.state, 'active'), eq(entitlements.renews, true)))
    .groupBy(sql`coalesce(${entitlements.subscription}, ${entitlements.id})`)
    .orderBy(sql`at`)
    .limit(1);

const isStopped = and(isNotNull(entitlements.subscription), isNotNull(entitlements.customer), eq(entitlements.renews, false));

/** The subscription of an order, if it was stopped and its provider has not ended it yet. */
export const stoppedOf = (db: Database, orderId: string) =>
  db
    .select(ofProvider)
    .from(entitlements)
    .where(and(eq(entitlements.orderId, orderId), isStopped));

/** Whichever come out, so that many that go wrong each time hold up no other for long. */
const inTurns = sql`random()`;

/** Subscriptions that were stopped here and that their providers have not ended yet: a customer is kept until then. */
export const stoppedSubscriptions = (db: Database, limit: number) =>
  db
    .select(ofProvider)
    .from(entitlements)
    .where(isStopped)
    .groupBy(entitlements.provider, entitlements.subscription, entitlements.customer)
    .orderBy(inTurns)
    .limit(limit);

/** Notes that a provider has ended a subscription, so that it is told no more. */
export const forgetSubscription = (db: Database, { provider, subscription }: Stopped) =>
  db
    .update(entitlements)
    .set({ customer: null })
    .where(and(eq(entitlements.subscription, subscription), eq(entitlements.provider, provider), eq(entitlements.renews, false)));

/** A span by which another goes on: paid for under the same subscription, and later. Written out, as drizzle leaves the table's name away where it is the only one. */
const further = sql`from entitlements as further where further.subscription = entitlements.subscription
  and further.from_at > entitlements.from_at and further.state <> 'revoked'`;
const isRenewed = sql<0 | 1>`exists (select 1 ${further})`;
/** The order that renewed it, else its own. */
const itsOrder = sql`coalesce((select further.order_id ${further} order by further.from_at limit 1), ${entitlements.orderId})`;

const hasPassed = (now: number) => sql`${entitlements.state} = 'active' and ${entitlements.untilAt} <= ${now}`;

/** Spans that are over, with their members: those that were not to go on, those that did, and those whose renewal has not come until `renewalsBy`. */
export const spansOver = (db: Database, now: number, renewalsBy: number, limit: number) =>
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
    .leftJoin(orders, eq(orders.id, itsOrder))
    .where(and(hasPassed(now), sql`(not ${entitlements.renews} or ${entitlements.untilAt} <= ${renewalsBy} or ${isRenewed})`))
    .orderBy(entitlements.untilAt)
    .limit(limit);

/** Subscriptions whose span is over and whose renewal has not come yet. */
export const renewalsMissing = (db: Database, now: number, limit: number) =>
  db
    .select(ofProvider)
    .from(entitlements)
    .where(and(hasPassed(now), eq(entitlements.renews, true), isNotNull(entitlements.subscription), sql`not ${isRenewed}`))
    .orderBy(inTurns)
    .limit(limit);

/** Ends a span that is over, if no other sweep has: what was to renew and has not renews no more. With it the member's premium, their event and what is told. */
export const endSpan = (db: Database, id: string, event: EventInsert, news: News | null) =>
  [
    db
      .update(entitlements)
      .set({ state: 'ended', renews: sql`${entitlements.renews} and ${isRenewed}` })
      .where(and(eq(entitlements.id, id), eq(entitlements.state, 'active'))),
    insertEventWhen(db, event, justWritten),
    ...(news ? insertNews(db, news, isWritten(event)) : []),
    settlePremium(db, event.memberId),
  ] as const;

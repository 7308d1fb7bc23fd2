import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { entitlements, members } from '../../schema/index.ts';

/** A plan that was paid for: how long it runs, and what renews it. */
export interface PlanGrant {
  readonly id: string;
  readonly memberId: string;
  readonly orderId: string;
  readonly planId: string;
  readonly months: number;
  readonly now: number;
  /** Whether the member asked for renewal. A subscription that was stopped since then stays stopped. */
  readonly renews: boolean;
  readonly provider: 'stripe' | 'mollie' | 'test';
  /** True for a purchase, false for a renewal. A purchase beside an active plan that renews does not renew, because both would be charged. */
  readonly isPurchase: boolean;
  /** The subscription and customer at the provider; null until the provider has opened one, which is stored later. */
  readonly subscription: { readonly ref: string; readonly customer: string } | null;
}

/** The day of the month. */
const dayOf = (time: SQL): SQL => sql`cast(strftime('%d', ${time}) as integer)`;

/**
 * The time (ms) that many calendar months after `from`, in UTC; in a shorter month the 31st becomes its last day. If `from` is the last day of a
 * month, a later day of the month of `anchor` counts: premium paid on every 31st runs from 28 February to 31 March. `from` stands in the text
 * several times, so it should be a column.
 */
export const monthsAfter = (from: SQL, months: SQL, anchor: SQL = from): SQL<number> => {
  const at = sql`${from} / 1000, 'unixepoch'`;
  const start = sql`${at}, 'start of month', '+' || ${months} || ' months'`;
  const lastDay = dayOf(sql`${start}, '+1 month', '-1 day'`);
  const isLast = sql`strftime('%d', ${at}, '+1 day') = '01'`;
  const day = sql`max(${dayOf(at)}, iif(${isLast}, ${dayOf(sql`coalesce(${anchor}, 0) / 1000, 'unixepoch'`)}, 0))`;
  return sql`(unixepoch(${start}) + (min(${day}, ${lastDay}) - 1) * 86400) * 1000 + ${from} % 86400000`;
};

/** Sets the end of a member's premium to the latest end of their active spans. It must follow every change of spans in the same batch. */
export const recalculatePremium = (db: Database, memberId: string | SQL) =>
  db
    .update(members)
    .set({ premiumUntil: sql`(select max(until_at) from entitlements where member_id = ${memberId} and state = 'active')` })
    .where(sql`${members.id} = ${memberId}`);

/**
 * Grants the span of a paid plan order, for so many calendar months from now or from the end of the last active span, and moves the end of the
 * member's premium. An order grants once. If its span was revoked and the money came back after all (a charge-back that was won), the unused rest
 * runs from now or after the last active span, unless the member has withdrawn from the order.
 */
export const grantPlan = (db: Database, grant: PlanGrant) => {
  const { id, memberId, orderId, planId, months, now, renews, isPurchase, provider, subscription } = grant;
  const from = sql`(select max(${now}, coalesce(max(until_at), 0)) from entitlements where member_id = ${memberId} and state = 'active')`;
  const anchor = sql`(select min(from_at) from entitlements where subscription = ${subscription?.ref ?? null})`;
  const shift = sql`${from} - until_at`;
  const isStopped = sql`exists (select 1 from entitlements where subscription = ${subscription?.ref ?? null} and not renews)`;
  const isSecondRenewal = sql`${isPurchase ? 1 : 0} and exists (select 1 from entitlements where member_id = ${memberId} and state = 'active' and renews)`;
  return {
    span: db.run(sql`
      insert into ${entitlements}
        (id, member_id, source, order_id, plan_id, from_at, until_at, renews, state, provider, subscription, customer, created_at)
      select ${id}, ${memberId}, 'order', ${orderId}, ${planId}, begins, ${monthsAfter(sql`begins`, sql`${months}`, anchor)},
        ${renews ? 1 : 0} and not ${isStopped} and not (${isSecondRenewal}),
        'active', ${provider}, ${subscription?.ref ?? null}, ${subscription?.customer ?? null}, ${now}
      from (select ${from} as begins)
      where true on conflict (order_id) do update set state = 'active',
        from_at = from_at + ${shift}, until_at = ${monthsAfter(sql`from_at`, sql`${months}`, anchor)} + ${shift}
        where not exists (select 1 from orders where id = ${orderId} and withdrawn_amount > 0)`),
    premium: recalculatePremium(db, memberId),
  };
};

/**
 * Revokes the span of a plan order whose money went back. The span ends now, or at its begin if it has not begun; its subscription no longer
 * renews; later spans move forward, so that no gap arises. After a span that had not begun they keep a distance of 1 ms, because two spans of one
 * subscription must not begin at the same time. The end of the member's premium moves, too.
 */
export const revokePlan = (db: Database, orderId: string, now: number) => {
  const revoked = sql`select member_id as owner_id, until_at as ended, until_at - max(from_at + 1, ${now}) as unused from entitlements
    where order_id = ${orderId} and state = 'active' and until_at > ${now}`;
  return {
    laterSpans: db.run(sql`
      update entitlements set from_at = from_at - unused, until_at = until_at - unused from (${revoked}) as revoked
      where member_id = owner_id and state = 'active' and from_at >= ended`),
    revokedSpan: db.run(sql`
      update entitlements set renews = 0, state = iif(order_id = ${orderId}, 'revoked', state),
        until_at = iif(order_id = ${orderId}, max(from_at, min(until_at, ${now})), until_at)
      where (order_id = ${orderId} and state <> 'revoked')
        or subscription = (select subscription from entitlements where order_id = ${orderId} and state <> 'revoked')`),
    premium: recalculatePremium(db, sql`(select member_id from entitlements where order_id = ${orderId})`),
  };
};

/** Stores the subscription that a provider opened for an order, unless one is stored. */
export const setProviderSubscription = (db: Database, orderId: string, subscription: { readonly ref: string; readonly customer: string }) =>
  db
    .update(entitlements)
    .set({ subscription: subscription.ref, customer: subscription.customer })
    .where(and(eq(entitlements.orderId, orderId), sql`${entitlements.subscription} is null`));

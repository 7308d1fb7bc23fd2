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
  /** Whether the member asked for renewal; of a subscription that they have stopped meanwhile it stays stopped. */
  readonly renews: boolean;
  readonly provider: 'stripe' | 'mollie' | 'test';
  /** Whether it was bought, and not what renews another: then it renews nothing beside a plan of theirs that does, as both would be charged. */
  readonly isFirst: boolean;
  /** The provider's, once it has opened one; null until then (`keepSubscription`). */
  readonly subscription: { readonly ref: string; readonly customer: string } | null;
}

const dayOf = (time: SQL): SQL => sql`cast(strftime('%d', ${time}) as integer)`;

/**
 * A moment (milliseconds) so many calendar months later, UTC, the 31st becoming the last day of a shorter month; `from` is named twice and more.
 * From the last day of a month on it goes by the day of `anchor`, if that is a later one: who pays on every 31st has premium from 28 February to 31 March.
 */
export const monthsAfter = (from: SQL, months: SQL, anchor: SQL = from): SQL<number> => {
  const at = sql`${from} / 1000, 'unixepoch'`;
  const start = sql`${at}, 'start of month', '+' || ${months} || ' months'`;
  const lastDay = dayOf(sql`${start}, '+1 month', '-1 day'`);
  const isLast = sql`strftime('%d', ${at}, '+1 day') = '01'`;
  const day = sql`max(${dayOf(at)}, iif(${isLast}, ${dayOf(sql`coalesce(${anchor}, 0) / 1000, 'unixepoch'`)}, 0))`;
  return sql`(unixepoch(${start}) + (min(${day}, ${lastDay}) - 1) * 86400) * 1000 + ${from} % 86400000`;
};

/** A member's premium runs until the latest end of what is active; goes after every change of that, in its batch. */
export const settlePremium = (db: Database, memberId: string | SQL) =>
  db
    .update(members)
    .set({ premiumUntil: sql`(select max(until_at) from entitlements where member_id = ${memberId} and state = 'active')` })
    .where(sql`${members.id} = ${memberId}`);

/**
 * Grants what a paid order of a plan bought: from now, or from the end of what runs already, for so many calendar months; and moves the
 * member's premium. An order grants once: when it was revoked and its money came back after all, what had been left of it runs from now, or after
 * what runs already, unless the member themselves has withdrawn from it.
 */
export const grantPlan = (db: Database, grant: PlanGrant) => {
  const { id, memberId, orderId, planId, months, now, renews, isFirst, provider, subscription } = grant;
  const from = sql`(select max(${now}, coalesce(max(until_at), 0)) from entitlements where member_id = ${memberId} and state = 'active')`;
  const anchor = sql`(select min(from_at) from entitlements where subscription = ${subscription?.ref ?? null})`;
  const later = sql`${from} - until_at`;
  const isStopped = sql`exists (select 1 from entitlements where subscription = ${subscription?.ref ?? null} and not renews)`;
  const isBeside = sql`${isFirst ? 1 : 0} and exists (select 1 from entitlements where member_id = ${memberId} and state = 'active' and renews)`;
  return [
    db.run(sql`
      insert into ${entitlements} (id, member_id, source, order_id, plan_id, from_at, until_at, renews, state, provider, subscription, customer, created_at)
      select ${id}, ${memberId}, 'order', ${orderId}, ${planId}, begins, ${monthsAfter(sql`begins`, sql`${months}`, anchor)}, ${renews ? 1 : 0} and not ${isStopped} and not (${isBeside}),
        'active', ${provider}, ${subscription?.ref ?? null}, ${subscription?.customer ?? null}, ${now} from (select ${from} as begins)
      where true on conflict (order_id) do update set state = 'active',
        from_at = from_at + ${later}, until_at = ${monthsAfter(sql`from_at`, sql`${months}`, anchor)} + ${later}
        where not exists (select 1 from orders where id = ${orderId} and withdrawn_amount > 0)`),
    settlePremium(db, memberId),
  ] as const;
};

/**
 * Takes back what an order of a plan granted, as its money went back: it ends now, or where it was to begin, nothing of its subscription renews any
 * more, and what was to follow it comes forward, so that nothing unpaid lies between (but a millisecond after one that had not begun: no two of a subscription begin at once). The member's premium moves with it.
 */
export const revokePlan = (db: Database, orderId: string, now: number) => {
  const its = sql`select member_id as whose, until_at as ended, until_at - max(from_at + 1, ${now}) as unused from entitlements
    where order_id = ${orderId} and state = 'active' and until_at > ${now}`;
  return [
    db.run(sql`
      update entitlements set from_at = from_at - unused, until_at = until_at - unused from (${its}) as its
      where member_id = whose and state = 'active' and from_at >= ended`),
    db.run(sql`
      update entitlements set renews = 0, state = iif(order_id = ${orderId}, 'revoked', state),
        until_at = iif(order_id = ${orderId}, max(from_at, min(until_at, ${now})), until_at)
      where (order_id = ${orderId} and state <> 'revoked')
        or subscription = (select subscription from entitlements where order_id = ${orderId} and state <> 'revoked')`),
    settlePremium(db, sql`(select member_id from entitlements where order_id = ${orderId})`),
  ] as const;
};

/** Notes the subscription that a provider opened for an order, once it is known. */
export const keepSubscription = (db: Database, orderId: string, subscription: { readonly ref: string; readonly customer: string }) =>
  db
    .update(entitlements)
    .set({ subscription: subscription.ref, customer: subscription.customer })
    .where(and(eq(entitlements.orderId, orderId), sql`${entitlements.subscription} is null`));

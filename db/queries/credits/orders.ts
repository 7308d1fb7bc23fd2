import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { creditLots, discounts, entitlements, orders } from '../../schema/index.ts';

export type OrderRow = typeof orders.$inferSelect;

/** Columns of an order, the percentage of its discount, the premium span that it bought, and the credits that remain of its lot. */
const orderDetailColumns = {
  order: getTableColumns(orders),
  percent: discounts.percent,
  span: { fromAt: entitlements.fromAt, untilAt: entitlements.untilAt, renews: entitlements.renews },
  remainingCredits: creditLots.remaining,
};
export type OrderDetails = Awaited<ReturnType<typeof orderDetailsById>>[number];

/** One order with all that its member is shown of it. */
export const orderDetailsById = (db: Database, id: string) =>
  db
    .select(orderDetailColumns)
    .from(orders)
    .leftJoin(discounts, eq(discounts.code, orders.discountCode))
    .leftJoin(entitlements, eq(entitlements.orderId, orders.id))
    .leftJoin(creditLots, and(eq(creditLots.source, 'purchase'), eq(creditLots.reference, orders.id)))
    .where(eq(orders.id, id));

export const orderById = (db: Database, id: string) => db.select().from(orders).where(eq(orders.id, id));
/** The order of a payment, by the provider's id of the payment. */
export const orderByRef = (db: Database, ref: string) => db.select().from(orders).where(eq(orders.providerRef, ref));
/** The order that a member made under this id of their client; the same id never makes a second one. */
export const orderByNonce = (db: Database, memberId: string, nonce: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, memberId), eq(orders.nonce, nonce)));

/** A member's orders, the latest first. */
export const ordersOf = (db: Database, memberId: string, limit: number) =>
  db.select().from(orders).where(eq(orders.memberId, memberId)).orderBy(desc(orders.createdAt), desc(orders.id)).limit(limit);

/** The latest paid order of a member. */
export const lastPaidOrder = (db: Database, memberId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, memberId), eq(orders.status, 'paid')))
    .orderBy(desc(orders.createdAt))
    .limit(1);

/** A member's latest open order, without orders of renewals, which the member does not pay themselves. */
export const latestOpenOrder = (db: Database, memberId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.memberId, memberId), eq(orders.status, 'open'), isNull(orders.renewalOf)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(1);

/** Discount codes of canceled orders that can possibly still be paid at their provider (their due time is set). */
export const codesOfCanceledOrders = (db: Database, memberId: string) =>
  db
    .select({ orderId: orders.id, code: orders.discountCode })
    .from(orders)
    .where(and(eq(orders.memberId, memberId), eq(orders.status, 'canceled'), isNotNull(orders.discountCode), isNotNull(orders.dueAt)));

/** Orders that count against spending limits: paid after `since`, made after `hourAgo`, or still payable. Times in ms. */
export const ordersForSpendingLimits = (db: Database, memberId: string, { since, hourAgo }: { since: number; hourAgo: number }) =>
  db
    .select({
      amount: orders.amount,
      returnedAmount: orders.returnedAmount,
      currency: orders.currency,
      exchangeRates: orders.exchangeRates,
      status: orders.status,
      method: orders.method,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      dueAt: orders.dueAt,
    })
    .from(orders)
    .where(
      and(
        eq(orders.memberId, memberId),
        sql`(${orders.paidAt} > ${since} or ${orders.createdAt} > ${hourAgo}
          or (${orders.paidAt} is null and (${orders.status} = 'open' or ${orders.dueAt} is not null)))`,
      ),
    );
export type SpendingOrderRow = Awaited<ReturnType<typeof ordersForSpendingLimits>>[number];

const orderCountOf = (memberId: string): SQL => sql`(select count(*) from ${orders} where ${orders.memberId} = ${memberId})`;
/** The number of all orders of a member, in any status. */
export const countOrders = (db: Database, memberId: string) => db.all<{ count: number }>(sql`select ${orderCountOf(memberId)} as count`);

/** Makes an order that was validated when its member had `expectedCount` orders. If the number has changed, the status is null, which violates NOT NULL orders.status. */
export const insertOrder = (db: Database, order: typeof orders.$inferInsert & { memberId: string }, expectedCount: number) =>
  db
    .insert(orders)
    .values({ ...order, status: sql`case when ${orderCountOf(order.memberId)} = ${expectedCount} then ${order.status} end` })
    .returning();

/** Stores where an order is paid, unless that is stored; `order` gives the order with what is stored. An order that has ended unpaid since then is due at once, so that it ends at the provider, too. */
export const storePayment = (
  db: Database,
  id: string,
  { ref, redirect, now, dueAt }: { ref: string; redirect: string; now: number; dueAt: number },
) => ({
  payment: db
    .update(orders)
    .set({
      providerRef: sql`coalesce(${orders.providerRef}, ${ref})`,
      redirect,
      dueAt: sql`case when ${orders.status} = 'open' then ${dueAt} when ${orders.paidAt} is null then ${now} else ${orders.dueAt} end`,
    })
    .where(and(eq(orders.id, id), isNull(orders.redirect))),
  order: orderById(db, id),
});

/** Claims due orders for this sweep and sets their next due time, doubling the pause each time (ms). The conditional write guards against two sweeps at once. */
export const claimDueOrders = (db: Database, now: number, limit: number, [first, longest]: readonly [firstMs: number, longestMs: number]) =>
  db
    .update(orders)
    .set({ dueAt: sql`${now} + min(${first} << min(${orders.tries}, 12), ${longest})`, tries: sql`${orders.tries} + 1` })
    .where(inArray(orders.id, db.select({ id: orders.id }).from(orders).where(lte(orders.dueAt, now)).orderBy(orders.dueAt).limit(limit)))
    .returning();

/** Units of each currency for one euro. */
type ExchangeRates = Readonly<Record<string, number>>;

/** What was paid for an order and not returned, in the currency `target.key`, by the rates of the order's time, or else by those given. */
const paidInTarget = (ratesNow: string): SQL => sql`(amount - returned_amount) * iif(currency = target.key, 1,
  (json_patch(${ratesNow}, coalesce(exchange_rates, '{}')) ->> target.key) * 1.0
    / (json_patch(${ratesNow}, coalesce(exchange_rates, '{}')) ->> currency))`;
/** Sum paid in a span of time less what was returned, rounded to a minor unit. */
const paidBetween = (from: number, to: number, ratesNow: string): SQL =>
  sql`cast(round(coalesce(sum(iif(paid_at > ${from} and paid_at <= ${to}, ${paidInTarget(ratesNow)}, 0)), 0)) as integer)`;
const DAY_MS = 24 * 3600_000;

/** One row for each currency that has a rate, with all that was paid in any. */
function paidInEachCurrency(memberId: string, rates: ExchangeRates, now: number): SQL {
  const ratesNow = JSON.stringify(rates);
  return sql`
    select target.key as currency, ${paidBetween(now - DAY_MS, now, ratesNow)} as today,
      ${paidBetween(now - 31 * DAY_MS, now - DAY_MS, ratesNow)} as before
    from orders cross join json_each(${ratesNow}) as target
    where member_id = ${memberId} and paid_at > ${now - 31 * DAY_MS} group by target.key`;
}

/**
 * What a member has paid in the last 24 hours and in the 30 days before, in minor units: all of it converted into each currency that has a
 * rate. No row if nothing was paid.
 */
export const paidByMember = (db: Database, memberId: string, rates: ExchangeRates, now: number) =>
  db.all<{ currency: string; today: number; before: number }>(paidInEachCurrency(memberId, rates, now));

/** Above which amount a day spending is unusual, in minor units of a currency, and the rates for payments in others. */
export interface SpendingThreshold {
  readonly currency: string;
  readonly setting: number;
  readonly rates: ExchangeRates;
}

/**
 * Condition: today's payments are unusual and no notification said so within a day. It is the rule of
 * worker/features/credits/shop/spending-limits.ts for use inside a batch.
 */
export const isNewlyUnusual = (memberId: string, { currency, setting, rates }: SpendingThreshold, now: number): SQL => sql`
  exists (select 1 from (${paidInEachCurrency(memberId, rates, now)}) where currency = ${currency} and today > ${setting} and today * 30 > 3 * before)
  and not exists (select 1 from account_notifications where member_id = ${memberId} and event = 'unusual_spending' and created_at > ${now - DAY_MS})`;

/** Whether a member has a paid order that is neither returned nor withdrawn in full. */
export const hasPaidOrder = (memberId: string): SQL<0 | 1> =>
  sql`exists (select 1 from ${orders}
    where ${orders.memberId} = ${memberId} and ${orders.status} = 'paid'
      and max(${orders.returnedAmount}, ${orders.withdrawnAmount}) < ${orders.amount})`;

/** The same as a query of its own. */
export const selectHasPaid = (db: Database, memberId: string) =>
  db.all<{ hasPaid: 0 | 1 }>(sql`select ${hasPaidOrder(memberId)} as hasPaid`);

/** The active premium span that ends last. */
export const runningPremiumSpan = (db: Database, memberId: string, now: number) =>
  db
    .select({ planId: entitlements.planId, untilAt: entitlements.untilAt, orderId: entitlements.orderId })
    .from(entitlements)
    .where(and(eq(entitlements.memberId, memberId), eq(entitlements.state, 'active'), sql`${entitlements.untilAt} > ${now}`))
    .orderBy(desc(entitlements.untilAt))
    .limit(1);

import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import {
  endSpan,
  markSubscriptionEnded,
  nextRenewal,
  overdueRenewals,
  spansToEnd,
  stopAllRenewals,
  stoppedSubscriptionOf,
  stoppedSubscriptions,
  stopRenewals,
} from '#db/queries/credits/renewals';
import { accountNotifications, entitlements, eventOutbox, orders } from '#db/schema/index';
import { aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

type Span = typeof entitlements.$inferInsert;

/** A span of premium of a new member that renews by a subscription, or what is named instead. */
async function aSpan(change: Partial<Omit<Span, 'orderId'>> = {}) {
  const { id: memberId } = await aMember(db);
  const order = anOrderRow({ memberId, kind: 'plan', status: 'paid', paidAt: 1 });
  await db.insert(orders).values(order);
  const span = {
    id: newId(),
    memberId,
    source: 'order' as const,
    planId: 'premium-1',
    state: 'active' as const,
    fromAt: 1000,
    untilAt: 2000,
    createdAt: 1000,
    renews: true,
    provider: 'test' as const,
    subscription: newId(),
    customer: newId(),
    ...change,
    orderId: order.id,
  };
  await db.insert(entitlements).values(span);
  return span;
}

const subscriptionsOf = (rows: readonly { subscription: string | null }[]) => new Set(rows.map(({ subscription }) => subscription));

test('a subscription that has ended at its provider is marked by itself, and not if it renews again', async () => {
  const [ended, other, renewing] = [await aSpan({ renews: false }), await aSpan({ renews: false }), await aSpan()];
  const sameNumberElsewhere = await aSpan({ renews: false, provider: 'mollie', subscription: ended.subscription ?? null, fromAt: 1500 });
  for (const { subscription, customer } of [ended, renewing])
    await markSubscriptionEnded(db, { provider: 'test', subscription: subscription ?? '', customer: customer ?? '' });
  const customers = async (id: string) => (await db.select().from(entitlements).where(eq(entitlements.id, id)))[0]?.customer;
  expect(await Promise.all([ended, other, renewing, sameNumberElsewhere].map(({ id }) => customers(id)))).toEqual([
    null,
    other.customer,
    renewing.customer,
    sameNumberElsewhere.customer,
  ]);
});

test('stopped subscriptions are those that are stopped here and not yet ended at their provider', async () => {
  const [stopped, renewing] = [await aSpan({ renews: false }), await aSpan()];
  const [ended, bought] = [await aSpan({ renews: false, customer: null }), await aSpan({ renews: false, subscription: null })];
  const found = subscriptionsOf(await stoppedSubscriptions(db, 100));
  expect([stopped, renewing, ended, bought].map(({ subscription }) => found.has(subscription ?? null))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const byOrder = [stopped, renewing, ended, bought].map(({ orderId }) => stoppedSubscriptionOf(db, orderId));
  expect((await Promise.all(byOrder)).map((rows) => rows.length)).toEqual([1, 0, 0, 0]);
});

test('a renewal is overdue once its span is over, while it is active, renews and was not renewed', async () => {
  const [overdue, running] = [await aSpan(), await aSpan({ untilAt: 9000 })];
  const [stopped, over, bought] = [await aSpan({ renews: false }), await aSpan({ state: 'ended' }), await aSpan({ subscription: null })];
  const renewed = await aSpan();
  await aSpan({ memberId: renewed.memberId, subscription: renewed.subscription, fromAt: 2000, untilAt: 9000 });
  const revoked = await aSpan();
  await aSpan({ memberId: revoked.memberId, subscription: revoked.subscription, fromAt: 2000, untilAt: 9000, state: 'revoked' });
  const found = subscriptionsOf(await overdueRenewals(db, 3000, 100));
  const spans = [overdue, running, stopped, over, bought, renewed, revoked];
  expect(spans.map(({ subscription }) => found.has(subscription ?? null))).toEqual([true, false, false, false, false, false, true]);
});

test('an account that leaves stops its own renewals, and its own unpaid orders, on the condition alone', async () => {
  const [leaving, other] = [await aSpan(), await aSpan()];
  const rows = [leaving, other].flatMap(({ memberId }) => [
    anOrderRow({ memberId, renews: true, dueAt: 9000 }),
    anOrderRow({ memberId, status: 'paid', paidAt: 1, renews: true, dueAt: 9000 }),
  ]);
  await db.insert(orders).values(rows);
  const state = async () => {
    const stored = await Promise.all(rows.map(async ({ id }) => (await db.select().from(orders).where(eq(orders.id, id)))[0]));
    const spans = await Promise.all(
      [leaving, other].map(async ({ id }) => (await db.select().from(entitlements).where(eq(entitlements.id, id)))[0]),
    );
    return [stored.map((row) => [row?.renews, row?.dueAt]), spans.map((span) => span?.renews)];
  };
  const before = await state();
  await batch(db, stopAllRenewals(db, leaving.memberId, 5000, sql`false`));
  expect(await state()).toEqual(before);
  const { stoppedSubscriptions: stopped } = await batch(db, stopAllRenewals(db, leaving.memberId, 5000, sql`true`));
  expect(stopped).toEqual([{ provider: 'test', subscription: leaving.subscription, customer: leaving.customer }]);
  expect(await state()).toEqual([
    [
      [false, 5000],
      [true, 9000],
      [true, 9000],
      [true, 9000],
    ],
    [false, true],
  ]);
});

test('a span ends once, by itself, with one event and one notification, whatever else waits to be sent', async () => {
  const [span, other] = [await aSpan(), await aSpan()];
  const ending = () => {
    const event = { id: newId(), memberId: span.memberId, event: { type: 'user.changed' as const }, createdAt: 1, dueAt: 5 };
    const notification = { id: newId(), memberId: span.memberId, kind: 'account' as const, event: 'premium_ended' as const, createdAt: 1 };
    const push = { id: newId(), memberId: span.memberId, kind: 'account' as const, tag: 'account', createdAt: 1, dueAt: 5 };
    return batch(db, endSpan(db, span.id, event, { notification, push, mail: null }));
  };
  await ending();
  await ending();
  const stateOf = async (id: string) => (await db.select().from(entitlements).where(eq(entitlements.id, id)))[0]?.state;
  expect([await stateOf(span.id), await stateOf(other.id)]).toEqual(['ended', 'active']);
  const [events, notifications] = [
    await db.select().from(eventOutbox).where(eq(eventOutbox.memberId, span.memberId)),
    await db.select().from(accountNotifications).where(eq(accountNotifications.memberId, span.memberId)),
  ];
  expect([events.length, notifications.length]).toEqual([1, 1]);
});

test('only renewals that ran are stopped, and given to be ended at their provider', async () => {
  const running = await aSpan();
  const { memberId } = running;
  await aSpan({ memberId, renews: false });
  expect(await stopRenewals(db, memberId)).toEqual([{ provider: 'test', subscription: running.subscription, customer: running.customer }]);
});

test('the next renewal is that of the member’s active span that renews and ends first', async () => {
  const span = await aSpan({ untilAt: 3000 });
  const { memberId } = span;
  await aSpan({ memberId, untilAt: 1100, renews: false });
  await aSpan({ memberId, untilAt: 1200, state: 'ended' });
  await aSpan({ memberId, untilAt: 4000 });
  await aSpan({ untilAt: 1300 });
  expect(await nextRenewal(db, memberId)).toMatchObject([{ at: 3000 }]);
  await aSpan({ memberId, untilAt: 3500, subscription: span.subscription ?? null, fromAt: 1500 });
  expect(await nextRenewal(db, memberId)).toMatchObject([{ at: 3500 }]);
});

test('spans to end are over, and do not wait for a renewal that may still come', async () => {
  const NOW = 2000;
  const plain = await aSpan({ renews: false });
  const late = await aSpan({ untilAt: 1500 });
  const renewed = await aSpan();
  await aSpan({ subscription: renewed.subscription ?? null, fromAt: 2000, untilAt: 3000 });
  const [waiting, running, ended] = [await aSpan(), await aSpan({ untilAt: 2001, renews: false }), await aSpan({ state: 'ended' })];
  const found = new Map((await spansToEnd(db, NOW, 1500, 100)).map((span) => [span.id, span.isRenewed]));
  expect([plain, late, renewed, waiting, running, ended].map(({ id }) => found.get(id))).toEqual([
    0,
    0,
    1,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a span that ends renews on only if it did, and its renewal has arrived', async () => {
  const spans = [await aSpan(), await aSpan(), await aSpan({ renews: false })];
  for (const span of spans.slice(1)) await aSpan({ memberId: span.memberId, subscription: span.subscription ?? null, fromAt: 2000 });
  for (const { id, memberId } of spans)
    await batch(db, endSpan(db, id, { id: newId(), memberId, event: { type: 'user.changed' }, createdAt: 1, dueAt: 5 }, null));
  const renewsOf = async (id: string) => (await db.select().from(entitlements).where(eq(entitlements.id, id)))[0]?.renews;
  expect(await Promise.all(spans.map(({ id }) => renewsOf(id)))).toEqual([false, true, false]);
});

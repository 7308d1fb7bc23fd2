import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { clearOrderDue, insertRenewalOrder, spanOfSubscription, spanToRenew, stopRenewalOfOrder } from '#db/queries/credits/renewal-orders';
import { entitlements, orders } from '#db/schema/index';
import { aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

type Span = typeof entitlements.$inferInsert;
async function aSpan(change: Partial<Span> = {}) {
  const { id: memberId } = await aMember(db);
  const order = anOrderRow({ memberId, kind: 'plan', status: 'paid', paidAt: 1, dueAt: 5 });
  await db.insert(orders).values(order);
  const span: Span & { orderId: string } = {
    ...{ id: newId(), memberId, source: 'order', fromAt: 1, untilAt: 9, renews: true, state: 'active', createdAt: 1 },
    ...{ provider: 'test', subscription: newId(), customer: newId() },
    ...change,
    orderId: order.id,
  };
  await db.insert(entitlements).values(span);
  return span;
}

test('the latest span of a subscription is found by provider and number', async () => {
  const first = await aSpan();
  const subscription = first.subscription ?? '';
  const latest = await aSpan({ subscription, fromAt: 3 });
  await aSpan({ subscription, fromAt: 5, provider: 'mollie' });
  await aSpan({ fromAt: 7 });
  expect((await spanOfSubscription(db, 'test', subscription)).map(({ id, order }) => [id, order.id])).toEqual([
    [latest.id, latest.orderId],
  ]);
});

test('the order of a renewal is made once for a payment', async () => {
  const { memberId } = await aSpan();
  const order = () => ({ ...anOrderRow({ memberId }), providerRef: 'a payment' });
  const [first, second] = [await batch(db, insertRenewalOrder(db, order())), await batch(db, insertRenewalOrder(db, order()))];
  expect(first.order).toHaveLength(1);
  expect(second.order).toEqual(first.order);
});

test('the span to renew is the active one of its order', async () => {
  const [active, revoked] = [await aSpan({ untilAt: 8 }), await aSpan({ state: 'revoked' })];
  const found = async (orderId: string) => (await spanToRenew(db, orderId)).map(({ untilAt }) => untilAt);
  expect([await found(active.orderId), await found(revoked.orderId)]).toEqual([[8], []]);
});

test('an order is taken off the sweep by itself, at the revision with which it was read', async () => {
  const [one, other] = [await aSpan(), await aSpan()];
  const dueAtOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.dueAt;
  await clearOrderDue(db, { id: one.orderId, revision: 1 });
  expect(await dueAtOf(one.orderId)).toBe(5);
  await clearOrderDue(db, { id: one.orderId, revision: 0 });
  expect([await dueAtOf(one.orderId), await dueAtOf(other.orderId)]).toEqual([null, 5]);
});

test('the renewal of one order is stopped', async () => {
  const [one, other] = [await aSpan(), await aSpan()];
  await stopRenewalOfOrder(db, one.orderId);
  const renewing = (await db.select().from(entitlements).where(eq(entitlements.renews, true))).map(({ id }) => id);
  expect([renewing.includes(one.id), renewing.includes(other.id)]).toEqual([false, true]);
});

import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { batch } from '#db/client';
import {
  claimDueOrders,
  codesOfCanceledOrders,
  countOrders,
  insertOrder,
  isNewlyUnusual,
  lastPaidOrder,
  latestOpenOrder,
  orderById,
  orderByNonce,
  orderByRef,
  orderDetailsById,
  ordersForSpendingLimits,
  ordersOf,
  paidByMember,
  runningPremiumSpan,
  selectHasPaid,
  storePayment,
} from '#db/queries/credits/orders';
import { accountNotifications, creditLots, entitlements, orders } from '#db/schema/index';
import { aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

async function anOrder(memberId: string, change: Partial<typeof orders.$inferInsert> = {}): Promise<string> {
  const id = newId();
  await db.insert(orders).values({ ...anOrderRow({ memberId }), ...change, memberId, id });
  return id;
}
const rowOf = async (id: string) => (await orderById(db, id))[0];

test('an order is made if its member has as many orders as before, whatever others have', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await anOrder(bas.id);
  await anOrder(noor.id);
  expect(await countOrders(db, noor.id)).toEqual([{ count: 1 }]);
  await expect(insertOrder(db, anOrderRow({ memberId: noor.id }), 0)).rejects.toThrow();
  expect(await insertOrder(db, anOrderRow({ memberId: noor.id }), 1)).toHaveLength(1);
  expect(await countOrders(db, noor.id)).toEqual([{ count: 2 }]);
});

test('where an order is paid is stored once, for that order alone', async () => {
  const { id: memberId } = await aMember(db);
  const [one, other] = [await anOrder(memberId), await anOrder(memberId)];
  const store = (ref: string) => batch(db, storePayment(db, one, { ref, redirect: `https://pay.example/${ref}`, now: 5, dueAt: 9 }));
  await store('first');
  const { order } = await store('second');
  expect(order).toMatchObject([{ id: one, providerRef: 'first', redirect: 'https://pay.example/first', dueAt: 9 }]);
  expect(await rowOf(other)).toMatchObject({ providerRef: null, redirect: null, dueAt: null });
});

test('where an order is paid that has ended since makes it due at once, unless it is paid', async () => {
  const { id: memberId } = await aMember(db);
  const [ended, paid] = [
    await anOrder(memberId, { status: 'canceled', dueAt: 7 }),
    await anOrder(memberId, { status: 'paid', paidAt: 3, dueAt: 7 }),
  ];
  for (const id of [ended, paid])
    await batch(db, storePayment(db, id, { ref: newId(), redirect: 'https://pay.example/', now: 5, dueAt: 9 }));
  expect([(await rowOf(ended))?.dueAt, (await rowOf(paid))?.dueAt]).toEqual([5, 7]);
});

test('orders are claimed that are due, the longest due first, and not again at once', async () => {
  await db.delete(orders);
  const { id } = await aMember(db);
  const [late, early] = [await anOrder(id, { dueAt: 90 }), await anOrder(id, { dueAt: 50 })];
  await anOrder(id, { dueAt: 101 });
  await anOrder(id, { dueAt: null });
  const claim = async (limit: number) => (await claimDueOrders(db, 100, limit, [1000, 5000])).map((order) => order.id);
  expect([await claim(1), await claim(9), await claim(9)]).toEqual([[early], [late], []]);
});

test('what a member has paid is that of their own orders, today and in the thirty days before', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const now = 100 * DAY;
  const paid = (memberId: string, paidAt: number, amount: number, change = {}) =>
    anOrder(memberId, { status: 'paid', paidAt, amount, fullAmount: amount, vatAmount: 0, ...change });
  await paid(noor.id, now, 100);
  await paid(noor.id, now - DAY, 10, { returnedAmount: 3 });
  await paid(noor.id, now - 31 * DAY + 1, 1);
  await paid(noor.id, now - 31 * DAY, 1000);
  await paid(noor.id, now - 1, 20, { currency: 'PLN' });
  await paid(bas.id, now, 5000);
  await anOrder(noor.id);
  expect((await paidByMember(db, noor.id, { EUR: 1, PLN: 4 }, now)).toSorted((a, b) => a.currency.localeCompare(b.currency))).toEqual([
    { currency: 'EUR', today: 105, before: 8 },
    { currency: 'PLN', today: 420, before: 32 },
  ]);
});

test('spending is newly unusual above the setting of its currency and three times the average, once a day', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const now = 100 * DAY;
  const paid = (memberId: string, paidAt: number, amount: number) => anOrder(memberId, { status: 'paid', paidAt, amount });
  const isUnusual = async (currency: string, setting: number) => {
    const threshold = { currency, setting, rates: { EUR: 1, PLN: 4 } };
    const [row] = await db.all<{ found: number }>(sql`select ${isNewlyUnusual(noor.id, threshold, now)} as found`);
    return row?.found;
  };
  await paid(noor.id, now, 100);
  await paid(bas.id, now, 5000);
  expect([await isUnusual('EUR', 99), await isUnusual('EUR', 100), await isUnusual('PLN', 399), await isUnusual('PLN', 400)]).toEqual([
    1, 0, 1, 0,
  ]);
  const earlier = await paid(noor.id, now - 2 * DAY, 1000);
  expect(await isUnusual('EUR', 99)).toBe(0);
  await db.update(orders).set({ amount: 999 }).where(eq(orders.id, earlier));
  expect(await isUnusual('EUR', 99)).toBe(1);
  const notice = { kind: 'account', event: 'unusual_spending', createdAt: now } as const;
  await db.insert(accountNotifications).values([
    { ...notice, id: newId(), memberId: bas.id },
    { ...notice, id: newId(), memberId: noor.id, createdAt: now - DAY },
    { ...notice, id: newId(), memberId: noor.id, event: 'refund' },
  ]);
  expect(await isUnusual('EUR', 99)).toBe(1);
  await db.insert(accountNotifications).values({ ...notice, id: newId(), memberId: noor.id, createdAt: now - DAY + 1 });
  expect(await isUnusual('EUR', 99)).toBe(0);
});

test.each([
  ['an open order', { status: 'open' }, 0],
  ['a paid order', { status: 'paid', paidAt: 1 }, 1],
  ['one that was returned in part', { status: 'paid', paidAt: 1, returnedAmount: 998 }, 1],
  ['one that was withdrawn in full', { status: 'paid', paidAt: 1, withdrawnAmount: 999 }, 0],
  ['a refunded order', { status: 'refunded', paidAt: 1, returnedAmount: 999 }, 0],
] as const)('a member with %s has paid: %#', async (_, change, hasPaid) => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  await anOrder(bas.id, { status: 'paid', paidAt: 1 });
  await anOrder(noor.id, change);
  expect(await selectHasPaid(db, noor.id)).toEqual([{ hasPaid }]);
});

test('the running premium is the active span of a member that ends last', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const span = async (memberId: string, untilAt: number, state: 'active' | 'revoked' | 'ended' = 'active') => {
    const orderId = await anOrder(memberId, { kind: 'plan', status: 'paid', paidAt: 1 });
    const row = { id: newId(), memberId, orderId, source: 'order' as const, planId: 'premium-1', state, fromAt: 1, untilAt, createdAt: 1 };
    await db.insert(entitlements).values({ ...row, renews: false });
    return orderId;
  };
  const [, orderId] = [await span(noor.id, 20), await span(noor.id, 30)];
  await span(noor.id, 40, 'revoked');
  await span(bas.id, 50);
  expect(await runningPremiumSpan(db, noor.id, 10)).toMatchObject([{ orderId, untilAt: 30 }]);
  expect(await runningPremiumSpan(db, noor.id, 30)).toEqual([]);
  expect((await db.select().from(entitlements).where(eq(entitlements.memberId, noor.id))).length).toBe(3);
});

test('orders of a member are found by number, by status and by what they count for, and never those of others', async () => {
  const [noor, bas] = [await aMember(db), await aMember(db)];
  const open = await anOrder(noor.id, { nonce: 'the same', createdAt: 10 });
  await anOrder(noor.id, { kind: 'plan', renewalOf: newId(), createdAt: 20 });
  const paid = await anOrder(noor.id, { status: 'paid', paidAt: 30, createdAt: 30 });
  const payable = await anOrder(noor.id, { status: 'canceled', discountCode: 'SPRING', dueAt: 5, createdAt: 40 });
  await anOrder(noor.id, { status: 'canceled', discountCode: 'SPRING', createdAt: 50 });
  await anOrder(noor.id, { status: 'canceled', dueAt: 5, createdAt: 60 });
  await anOrder(noor.id, { status: 'refunded', discountCode: 'SPRING', paidAt: 5, dueAt: 5, createdAt: 5 });
  const theirs = await anOrder(bas.id, { nonce: 'the same', createdAt: 90 });
  await anOrder(bas.id, { status: 'paid', paidAt: 90, createdAt: 90 });
  await anOrder(bas.id, { status: 'canceled', discountCode: 'SPRING', dueAt: 5, createdAt: 90 });
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  expect([idsOf(await orderByNonce(db, noor.id, 'the same')), idsOf(await orderByNonce(db, bas.id, 'the same'))]).toEqual([
    [open],
    [theirs],
  ]);
  expect([idsOf(await latestOpenOrder(db, noor.id)), idsOf(await lastPaidOrder(db, noor.id))]).toEqual([[open], [paid]]);
  expect(await codesOfCanceledOrders(db, noor.id)).toEqual([{ orderId: payable, code: 'SPRING' }]);
  expect((await ordersOf(db, noor.id, 9)).length).toBe(7);
  const times = (await ordersForSpendingLimits(db, noor.id, { since: 29, hourAgo: 1000 })).map(({ createdAt }) => createdAt);
  expect(times.toSorted((a, b) => a - b)).toEqual([10, 20, 30, 40, 60]);
  expect((await ordersForSpendingLimits(db, noor.id, { since: 30, hourAgo: 49 })).map(({ createdAt }) => createdAt)).toContain(50);
});

test('an order is read with what remains of the lot that it brought, and by its payment', async () => {
  const { id: memberId } = await aMember(db);
  const [one, other] = [await anOrder(memberId, { providerRef: newId() }), await anOrder(memberId, { providerRef: newId() })];
  const lot = { id: newId(), memberId, createdAt: 1 };
  await db.insert(creditLots).values([
    { ...lot, source: 'grant', reference: one, remaining: 9 },
    { ...lot, id: newId(), source: 'purchase', reference: one, remaining: 3 },
    { ...lot, id: newId(), source: 'purchase', reference: other, remaining: 5 },
  ]);
  expect((await orderDetailsById(db, one)).map(({ order, remainingCredits }) => [order.id, remainingCredits])).toEqual([[one, 3]]);
  expect((await orderByRef(db, (await rowOf(other))?.providerRef ?? '')).map(({ id }) => id)).toEqual([other]);
});

test('who has paid only before the last month has paid nothing of late', async () => {
  const { id } = await aMember(db);
  await anOrder(id, { status: 'paid', paidAt: 69 * DAY });
  expect(await paidByMember(db, id, { EUR: 1 }, 100 * DAY)).toEqual([]);
  await anOrder(id, { status: 'paid', paidAt: 69 * DAY + 1 });
  expect(await paidByMember(db, id, { EUR: 1 }, 100 * DAY)).toHaveLength(1);
});

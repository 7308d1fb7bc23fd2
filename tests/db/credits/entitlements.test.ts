import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { batch } from '#db/client';
import { grantPlan, monthsAfter, revokePlan, setProviderSubscription } from '#db/queries/credits/entitlements';
import { entitlements, members, orders } from '#db/schema/index';
import { aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { expectedMonthsAfter as monthsLater } from './months-after.ts';

const { db } = await testDatabase();

const NOW = Date.parse('2026-01-31T10:00:00.500Z');

async function grant(memberId: string, { months = 1, now = NOW, ...more }: Partial<Parameters<typeof grantPlan>[1]> = {}) {
  const orderId = newId();
  const plan = {
    id: newId(),
    memberId,
    orderId,
    planId: 'plan',
    months,
    now,
    renews: false,
    isPurchase: false,
    provider: 'test',
    subscription: null,
  } as const;
  await batch(db, grantPlan(db, { ...plan, ...more }));
  return orderId;
}

const spans = (memberId: string) =>
  db
    .select({ from: entitlements.fromAt, until: entitlements.untilAt, state: entitlements.state, renews: entitlements.renews })
    .from(entitlements)
    .where(eq(entitlements.memberId, memberId))
    .orderBy(asc(entitlements.createdAt), asc(entitlements.untilAt));

const premiumOf = async (memberId: string) =>
  (await db.select({ until: members.premiumUntil }).from(members).where(eq(members.id, memberId)))[0]?.until;

describe('a span of premium', () => {
  test('ends in SQL at the same time as in a calculation by calendar', async () => {
    const times = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
    const cases = fc
      .sample(fc.tuple(times, fc.integer({ min: 1, max: 36 })), 300)
      .map(([date, months]) => [date.getTime(), months] as const);
    cases.push([Date.parse('2028-01-31T23:59:59.999Z'), 1], [Date.parse('2028-02-29T00:00:00.000Z'), 12]);
    const rows = await db.all<{ at: number; months: number; later: number }>(
      sql`select at, months, ${monthsAfter(sql`at`, sql`months`)} as later
        from (select value ->> '$[0]' as at, value ->> '$[1]' as months from json_each(${JSON.stringify(cases)}))`,
    );
    expect(rows.map(({ later }) => later)).toEqual(cases.map(([at, months]) => monthsLater(at, months)));
  });

  test('starts now, a second one at the end of the first, and premium lasts until the end of both', async () => {
    const { id } = await aMember(db);
    await grant(id);
    await grant(id, { months: 3 });
    const end = Date.parse('2026-02-28T10:00:00.500Z');
    expect(await spans(id)).toEqual([
      { from: NOW, until: end, state: 'active', renews: false },
      { from: end, until: monthsLater(end, 3), state: 'active', renews: false },
    ]);
    expect(await premiumOf(id)).toBe(monthsLater(end, 3));
  });

  test('is granted once for an order, also by concurrent calls', async () => {
    const { id } = await aMember(db);
    const orderId = newId();
    await Promise.all([grant(id, { orderId }), grant(id, { orderId }), grant(id, { orderId })]);
    expect(await spans(id)).toHaveLength(1);
    expect(await premiumOf(id)).toBe(monthsLater(NOW, 1));
  });

  test('that is revoked ends now, and the next one moves forward', async () => {
    const { id } = await aMember(db);
    const first = await grant(id, { months: 12 });
    await grant(id, { months: 1 });
    const later = NOW + 1000;
    await batch(db, revokePlan(db, first, later));
    const [revoked, next] = await spans(id);
    expect(revoked).toEqual({ from: NOW, until: later, state: 'revoked', renews: false });
    expect(next).toMatchObject({ from: later, state: 'active' });
    expect(await premiumOf(id)).toBe(next?.until);
    await batch(db, revokePlan(db, first, later + 5000));
    expect(await premiumOf(id)).toBe(next?.until);
  });

  test('that is revoked before its start does not change the one before it', async () => {
    const { id } = await aMember(db);
    await grant(id);
    const second = await grant(id, { months: 6 });
    await batch(db, revokePlan(db, second, NOW + 1));
    expect(await premiumOf(id)).toBe(monthsLater(NOW, 1));
  });

  test('that is revoked and then paid after all grants the rest of its time, and no more', async () => {
    const { id } = await aMember(db);
    const orderId = await grant(id);
    const whole = monthsLater(NOW, 1) - NOW;
    await batch(db, revokePlan(db, orderId, NOW + 1000));
    expect(await premiumOf(id)).toBeNull();
    const won = NOW + 90 * DAY;
    await grant(id, { orderId, now: won });
    expect(await premiumOf(id)).toBe(won + whole - 1000);
    await batch(db, revokePlan(db, orderId, won + 5000));
    await grant(id, { orderId, now: won + 7000 });
    // Months differ in length.
    expect(Math.abs(Number(await premiumOf(id)) - won - whole)).toBeLessThanOrEqual(3 * DAY + 2000);
  });

  test('that is revoked and granted again loses no day, also if it had not started or another moved forward', async () => {
    const { id } = await aMember(db);
    const bought = [3, 1].map((months) => ({ months, orderId: newId() }));
    for (const plan of bought) await grant(id, plan);
    const end = Number(await premiumOf(id));
    for (const plan of bought) {
      await batch(db, revokePlan(db, plan.orderId, NOW));
      await grant(id, plan);
      expect(Math.abs(Number(await premiumOf(id)) - end)).toBeLessThanOrEqual(3 * DAY);
    }
    const [one, other] = (await spans(id)).toSorted((a, b) => a.from - b.from);
    expect(Math.abs(Number(one?.until) - Number(other?.from))).toBeLessThanOrEqual(1);
  });

  test('that is revoked before its start lets the next one of its subscription move forward', async () => {
    const { id } = await aMember(db);
    const subscription = { ref: newId(), customer: 'customer' };
    const [, second] = [await grant(id), await grant(id, { subscription }), await grant(id, { subscription })];
    const end = Number(await premiumOf(id));
    await batch(db, revokePlan(db, second, NOW + 1));
    expect(Number(await premiumOf(id))).toBeLessThan(end - 27 * DAY);
  });

  test('that had ended before it was charged back grants nothing when it is granted again', async () => {
    const { id } = await aMember(db);
    const orderId = await grant(id);
    const later = NOW + 90 * DAY;
    await batch(db, revokePlan(db, orderId, later));
    await grant(id, { orderId, now: later });
    expect(await premiumOf(id)).toBe(later);
  });

  test('of a subscription that started on a 31st goes from the last day of February to 31 March', async () => {
    const { id } = await aMember(db);
    const subscription = { ref: newId(), customer: 'customer' };
    for (let i = 0; i < 4; i += 1) await grant(id, { renews: true, subscription });
    const ends = (await spans(id)).map(({ until }) => new Date(until).toISOString().slice(5, 10));
    expect(ends).toEqual(['02-28', '03-31', '04-30', '05-31']);
    const once = await aMember(db);
    for (let i = 0; i < 2; i += 1) await grant(once.id);
    expect((await spans(once.id)).map(({ until }) => new Date(until).toISOString().slice(5, 10))).toEqual(['02-28', '03-28']);
  });

  test('that is revoked after a renewal stops its subscription and keeps the renewed span', async () => {
    const { id } = await aMember(db);
    const subscription = { ref: newId(), customer: 'customer' };
    const first = await grant(id, { renews: true, subscription });
    await grant(id, { renews: true, subscription });
    const other = await aMember(db);
    await grant(other.id, { renews: true, subscription: { ref: newId(), customer: 'another' } });
    await batch(db, revokePlan(db, first, NOW + 40 * DAY));
    expect((await spans(id)).map(({ state, renews }) => [state, renews])).toEqual([
      ['revoked', false],
      ['active', false],
    ]);
    expect(await premiumOf(id)).toBe(monthsLater(NOW, 2));
    expect((await spans(other.id)).map(({ renews }) => renews)).toEqual([true]);
  });

  test('that is bought while another one renews does not renew, because both would be charged', async () => {
    const { id } = await aMember(db);
    const subscription = { ref: newId(), customer: 'customer' };
    await grant(id, { renews: true, isPurchase: true, subscription });
    await grant(id, { renews: true, isPurchase: true, subscription: { ref: newId(), customer: 'customer' } });
    await grant(id, { renews: true, subscription });
    expect((await spans(id)).map(({ renews }) => renews)).toEqual([true, false, true]);
  });

  test('of a stopped subscription does not renew', async () => {
    const { id } = await aMember(db);
    const subscription = { ref: newId(), customer: 'customer' };
    const orderId = await grant(id, { renews: true });
    await setProviderSubscription(db, orderId, subscription);
    await grant(id, { renews: true, subscription });
    await db.update(entitlements).set({ renews: false }).where(eq(entitlements.orderId, orderId));
    await grant(id, { renews: true, subscription });
    expect((await spans(id)).map(({ renews }) => renews)).toEqual([false, true, false]);
  });

  test('changes the premium of its member alone', async () => {
    const [noor, bas] = [await aMember(db), await aMember(db)];
    const [first] = [await grant(noor.id), await grant(bas.id), await grant(bas.id)];
    const before = [await premiumOf(bas.id), await spans(bas.id)];
    await batch(db, revokePlan(db, first, NOW + 1000));
    expect([await premiumOf(noor.id), [await premiumOf(bas.id), await spans(bas.id)]]).toEqual([null, before]);
  });

  test('follows those that are active, and renews beside those that do not', async () => {
    const { id } = await aMember(db);
    const ended = await grant(id, { months: 6, renews: true });
    await db.update(entitlements).set({ state: 'ended' }).where(eq(entitlements.orderId, ended));
    await grant(id);
    await grant(id, { renews: true, isPurchase: true });
    expect(await spans(id)).toEqual([
      { from: NOW, until: monthsLater(NOW, 1), state: 'active', renews: false },
      { from: monthsLater(NOW, 1), until: monthsLater(monthsLater(NOW, 1), 1), state: 'active', renews: true },
      { from: NOW, until: monthsLater(NOW, 6), state: 'ended', renews: true },
    ]);
  });

  test('is not granted again once its member has withdrawn from its order', async () => {
    const { id } = await aMember(db);
    const [orderId, withdrawn] = [await grant(id), await grant(id)];
    for (const [order, withdrawnAmount] of [
      [orderId, 0],
      [withdrawn, 5],
    ] as const)
      await db.insert(orders).values({ ...anOrderRow({ memberId: id, withdrawnAmount }), id: order });
    for (const order of [orderId, withdrawn]) {
      await batch(db, revokePlan(db, order, NOW));
      await grant(id, { orderId: order });
    }
    expect((await spans(id)).map(({ state }) => state).toSorted()).toEqual(['active', 'revoked']);
  });

  test('that has ended, or was revoked before, is not revoked as if it ran', async () => {
    const { id } = await aMember(db);
    const [ended, first] = [await grant(id, { months: 9 }), await grant(id)];
    await db.update(entitlements).set({ state: 'ended' }).where(eq(entitlements.orderId, ended));
    const next = await grant(id);
    const fromOf = async (orderId: string) => (await db.select().from(entitlements).where(eq(entitlements.orderId, orderId)))[0]?.fromAt;
    const before = [await fromOf(first), await fromOf(next)];
    await batch(db, revokePlan(db, ended, NOW + 1000));
    expect([await fromOf(first), await fromOf(next)]).toEqual(before);
    await batch(db, revokePlan(db, next, NOW + 1000));
    await batch(db, revokePlan(db, first, NOW + 2000));
    expect(await fromOf(next)).toBe(before[1]);
  });

  test('that is revoked a second time keeps its end, and leaves a subscription that renews again', async () => {
    const { id } = await aMember(db);
    const subscription = { ref: newId(), customer: 'customer' };
    const [first, second] = [await grant(id, { subscription, renews: true }), await grant(id, { subscription, renews: true })];
    await batch(db, revokePlan(db, first, NOW + 1000));
    await db.update(entitlements).set({ renews: true }).where(eq(entitlements.orderId, second));
    await batch(db, revokePlan(db, first, NOW + 500));
    expect((await spans(id)).map(({ until, renews, state }) => [state, renews, state === 'revoked' ? until : null])).toEqual([
      ['revoked', false, NOW + 1000],
      ['active', true, null],
    ]);
  });

  test('keeps the subscription that is stored', async () => {
    const { id } = await aMember(db);
    const orderId = await grant(id);
    for (const ref of ['first', 'second']) await setProviderSubscription(db, orderId, { ref: `${ref}-${id}`, customer: ref });
    expect(await db.select().from(entitlements).where(eq(entitlements.orderId, orderId))).toMatchObject([{ customer: 'first' }]);
  });
});

import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase, together } from '#db/client';
import { grantPlan, keepSubscription, monthsAfter, revokePlan } from '#db/queries/entitlements';
import { entitlements, members } from '#db/schema/index';
import { monthsAfter as monthsLater } from '../domain/months.ts';
import { aMember, newId } from '../support/factories.ts';
import { startDatabase, type TestDatabase } from '../support/sqld.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await startDatabase();
  db = openDatabase(database.url);
});

afterAll(() => database?.stop());

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
    provider: 'test',
    subscription: null,
  } as const;
  await together(db, grantPlan(db, { ...plan, ...more }));
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
  test('ends in SQL at the very moment that the domain says', async () => {
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

  test('begins now, a second one where the first ends, and premium is the end of both', async () => {
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

  test('is granted once for an order, at once or one after the other', async () => {
    const { id } = await aMember(db);
    const orderId = newId();
    await Promise.all([grant(id, { orderId }), grant(id, { orderId }), grant(id, { orderId })]);
    expect(await spans(id)).toHaveLength(1);
    expect(await premiumOf(id)).toBe(monthsLater(NOW, 1));
  });

  test('taken back ends now, and what was to follow comes forward', async () => {
    const { id } = await aMember(db);
    const first = await grant(id, { months: 12 });
    await grant(id, { months: 1 });
    const later = NOW + 1000;
    await together(db, revokePlan(db, first, later));
    const [revoked, next] = await spans(id);
    expect(revoked).toEqual({ from: NOW, until: later, state: 'revoked', renews: false });
    expect(next).toMatchObject({ from: later, state: 'active' });
    expect(await premiumOf(id)).toBe(next?.until);
    await together(db, revokePlan(db, first, later + 5000));
    expect(await premiumOf(id)).toBe(next?.until);
  });

  test('that has not begun leaves the one before it alone', async () => {
    const { id } = await aMember(db);
    await grant(id);
    const second = await grant(id, { months: 6 });
    await together(db, revokePlan(db, second, NOW + 1));
    expect(await premiumOf(id)).toBe(monthsLater(NOW, 1));
  });

  test('taken back holds again when its money came back after all', async () => {
    const { id } = await aMember(db);
    const orderId = await grant(id);
    await together(db, revokePlan(db, orderId, NOW + 1000));
    expect(await premiumOf(id)).toBeNull();
    await grant(id, { orderId, now: NOW + 5000 });
    expect(await premiumOf(id)).toBe(monthsLater(NOW, 1));
  });

  test('of a subscription that was stopped meanwhile renews no more', async () => {
    const { id } = await aMember(db);
    const subscription = { ref: newId(), customer: 'customer' };
    const orderId = await grant(id, { renews: true });
    await keepSubscription(db, orderId, subscription);
    await grant(id, { renews: true, subscription });
    await db.update(entitlements).set({ renews: false }).where(eq(entitlements.orderId, orderId));
    await grant(id, { renews: true, subscription });
    expect((await spans(id)).map(({ renews }) => renews)).toEqual([false, true, false]);
  });
});

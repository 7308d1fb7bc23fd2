import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { members, orders } from '#db/schema/index';
import { aMember, newId, PASSWORD } from '../../../support/database/factories.ts';
import { aPayWorld, words } from '../payment-fixture.ts';

const world = aPayWorld();
afterEach(async () => {
  await world.mood('there');
  await world.db.update(orders).set({ dueAt: null });
});

const HOUR = 3600_000;
const MINUTE = 60_000;

describe('the reconciler', () => {
  test('closes an order whose notice never came, a quarter of an hour after it was made, and notifies its member', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.press(id, 'unsaid');
    const { dueAt, createdAt } = await world.rowOf(id);
    expect((dueAt ?? 0) - createdAt).toBeLessThanOrEqual(15 * MINUTE + 30_000);
    await world.worker.scheduled();
    expect((await world.rowOf(id)).status).toBe('open');
    await world.reconcile(id);
    expect([(await world.rowOf(id)).status, (await world.rowOf(id)).dueAt, await world.credits(noor)]).toEqual(['paid', null, 50]);
    expect(await world.eventsOf(noor)).toContainEqual({ type: 'credits.changed', credits: 50 });
  });

  test('asks with growing pauses, and expires after a day what nobody pays; a late payment still counts', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.mood('stubborn');
    const pauses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const now = Date.now();
      await world.reconcile(id);
      pauses.push(Math.round((((await world.rowOf(id)).dueAt ?? 0) - now) / MINUTE));
    }
    expect(pauses).toEqual([15, 30, 60, 120]);
    await world.age(id, 25 * HOUR);
    await world.reconcile(id);
    expect((await world.rowOf(id)).status).toBe('open');
    await world.age(id, HOUR);
    await world.reconcile(id);
    expect((await world.rowOf(id)).status).toBe('expired');
    await world.press(id, 'paid');
    expect([(await world.rowOf(id)).status, await world.credits(noor)]).toEqual(['paid', 50]);
    expect(await world.breaches()).toEqual([]);
  });

  test('cancels at the provider what it expires, so that it cannot be paid at an old price', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.age(id, 26 * HOUR);
    await world.reconcile(id);
    expect(await world.rowOf(id)).toMatchObject({ status: 'expired', dueAt: null });
    expect((await world.press(id, 'paid')).status).toBe(409);
  });

  test.each(['deleted', 'banned', 'erased'])(
    'cancels an order of an account that is %s, so that nobody pays for what nobody gets',
    async (how) => {
      const noor = await aMember(world.db);
      const id = await world.order(noor);
      if (how === 'banned') await world.ban(noor);
      else await world.as(noor).delete('/api/user.php', { password: PASSWORD });
      if (how === 'erased') await world.db.delete(members).where(eq(members.id, noor.id));
      await world.worker.scheduled();
      expect(await world.rowOf(id)).toMatchObject({ status: 'canceled', dueAt: null });
      expect([(await world.press(id, 'paid')).status, await world.breaches()]).toEqual([409, []]);
    },
  );

  test('takes the state of a payment from the provider', async () => {
    const noor = await aMember(world.db);
    const ids = [await world.order(noor), await world.order(noor), await world.order(noor)];
    await world.mood('away');
    const acts = ['failed', 'canceled', 'expired'];
    for (const [i, id] of ids.entries()) await world.press(id, acts[i] ?? '');
    await world.mood('there');
    await world.reconcile(...ids);
    expect(await Promise.all(ids.map(async (id) => (await world.rowOf(id)).status))).toEqual(acts);
  });

  test('run twice at once asks and grants once', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.press(id, 'unsaid');
    await world.db.update(orders).set({ dueAt: 1 }).where(eq(orders.id, id));
    await Promise.all([world.worker.scheduled(), world.worker.scheduled()]);
    expect(await world.linesOf(noor)).toEqual(['purchase 50']);
  });
});

describe('a provider that is unreachable', () => {
  test.each(['away', 'hanging'])('(%s) leaves the order open and gives a Retry-After; the same nonce continues it', async (how) => {
    const noor = await aMember(world.db);
    const nonce = newId();
    await world.mood(how);
    const refused = await world.post(noor, { nonce });
    expect([words(refused), refused.headers.get('Retry-After')]).toEqual(['503 unavailable', expect.stringMatching(/^\d$/)]);
    await world.mood('there');
    const again = await world.post(noor, { nonce });
    expect([again.status, await world.ordersOf(noor)]).toEqual([201, [expect.objectContaining({ status: 'open', amount: 999 })]]);
    await world.press(String(again.at('transaction.id')), 'paid');
    expect(await world.credits(noor)).toBe(50);
  });

  test('for an hour expires the order that never got a payment', async () => {
    const noor = await aMember(world.db);
    await world.mood('away');
    await world.post(noor);
    const [made] = await world.ordersOf(noor);
    await world.reconcile(made?.id ?? '');
    expect((await world.ordersOf(noor))[0]?.status).toBe('open');
    await world.age(made?.id ?? '', HOUR);
    await world.reconcile(made?.id ?? '');
    expect(await world.ordersOf(noor)).toMatchObject([{ status: 'expired', providerRef: null, dueAt: null }]);
  });

  test('gets 503 for its notices, so that it repeats them; a page that asks meanwhile shows the stored state', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.mood('away');
    await world.press(id, 'unsaid');
    expect(await world.notify(`test_${id}`)).toBe(503);
    expect((await world.transaction(noor, id)).at('transaction.status')).toBe('open');
    await world.reconcile(id);
    expect((await world.rowOf(id)).status).toBe('open');
    await world.mood('there');
    expect(await world.notify(`test_${id}`)).toBe(200);
    expect(await world.credits(noor)).toBe(50);
  });

  test('that refuses a payment permanently ends the order at once', async () => {
    const noor = await aMember(world.db);
    await world.mood('refusing');
    expect(words(await world.post(noor))).toBe('503 unavailable');
    expect(await world.ordersOf(noor)).toMatchObject([{ status: 'failed', dueAt: null }]);
    expect(await world.breaches()).toEqual([]);
  });
});

test('orders of an erased member are stored for seven years, those of an existing account without an end', async () => {
  const [noor, bas] = [await aMember(world.db), await aMember(world.db)];
  const [erased, kept] = [await world.order(noor), await world.order(bas)];
  await world.db.delete(members).where(eq(members.id, noor.id));
  const remainAfter = async (years: number) => {
    const now = new Date();
    await world.db.update(orders).set({ createdAt: now.setUTCFullYear(now.getUTCFullYear() - years), dueAt: null });
    await world.worker.scheduled();
    const left = (await world.db.select({ id: orders.id }).from(orders)).map(({ id }) => id);
    return [left.includes(erased), left.includes(kept)];
  };
  expect([await remainAfter(6), await remainAfter(8)]).toEqual([
    [true, true],
    [false, true],
  ]);
});

import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations';
import { members, orders } from '#db/schema/index';
import { aMember, newId, PASSWORD } from '../../../support/database/factories.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();
afterEach(async () => {
  await fixture.mood('there');
  await fixture.db.update(orders).set({ dueAt: null });
});

describe('the reconciler', () => {
  test('closes an order whose webhook never came, a quarter of an hour after it was made, and notifies its member', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.press(id, 'unsaid');
    const { dueAt, createdAt } = await fixture.rowOf(id);
    expect((dueAt ?? 0) - createdAt).toBeLessThanOrEqual(15 * MINUTE + 30_000);
    await fixture.worker.scheduled();
    expect((await fixture.rowOf(id)).status).toBe('open');
    await fixture.reconcile(id);
    expect([(await fixture.rowOf(id)).status, (await fixture.rowOf(id)).dueAt, await fixture.credits(noor)]).toEqual(['paid', null, 50]);
    expect(await fixture.eventsOf(noor)).toContainEqual({ type: 'credits.changed', credits: 50 });
  });

  test('asks with growing pauses, and expires after a day what nobody pays; a late payment still counts', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.mood('stubborn');
    const pauses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const now = Date.now();
      await fixture.reconcile(id);
      pauses.push(Math.round((((await fixture.rowOf(id)).dueAt ?? 0) - now) / MINUTE));
    }
    expect(pauses).toEqual([15, 30, 60, 120]);
    await fixture.backdateOrder(id, 25 * HOUR);
    await fixture.reconcile(id);
    expect((await fixture.rowOf(id)).status).toBe('open');
    await fixture.backdateOrder(id, HOUR);
    await fixture.reconcile(id);
    expect((await fixture.rowOf(id)).status).toBe('expired');
    await fixture.press(id, 'paid');
    expect([(await fixture.rowOf(id)).status, await fixture.credits(noor)]).toEqual(['paid', 50]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('cancels at the provider what it expires, so that it cannot be paid at an old price', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.backdateOrder(id, 26 * HOUR);
    await fixture.reconcile(id);
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'expired', dueAt: null });
    expect((await fixture.press(id, 'paid')).status).toBe(409);
  });

  test.each(['deleted', 'banned', 'erased'])(
    'cancels an order of an account that is %s, so that nobody pays for what nobody gets',
    async (how) => {
      const noor = await aMember(fixture.db);
      const id = await fixture.order(noor);
      if (how === 'banned') await fixture.ban(noor);
      else await fixture.as(noor).delete('/api/user.php', { password: PASSWORD });
      if (how === 'erased') await fixture.db.delete(members).where(eq(members.id, noor.id));
      await fixture.worker.scheduled();
      expect(await fixture.rowOf(id)).toMatchObject({ status: 'canceled', dueAt: null });
      expect([(await fixture.press(id, 'paid')).status, await fixture.brokenInvariants()]).toEqual([409, []]);
    },
  );

  test('takes the state of a payment from the provider', async () => {
    const noor = await aMember(fixture.db);
    const ids = [await fixture.order(noor), await fixture.order(noor), await fixture.order(noor)];
    await fixture.mood('away');
    const acts = ['failed', 'canceled', 'expired'];
    for (const [i, id] of ids.entries()) await fixture.press(id, acts[i] ?? '');
    await fixture.mood('there');
    await fixture.reconcile(...ids);
    expect(await Promise.all(ids.map(async (id) => (await fixture.rowOf(id)).status))).toEqual(acts);
  });

  test('run twice at once asks and grants once', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.press(id, 'unsaid');
    await fixture.db.update(orders).set({ dueAt: 1 }).where(eq(orders.id, id));
    await Promise.all([fixture.worker.scheduled(), fixture.worker.scheduled()]);
    expect(await fixture.orderLedgerLinesOf(noor)).toEqual(['purchase 50']);
  });
});

describe('a provider that is unreachable', () => {
  // One that hangs is tested in provider-payments.test.ts.
  test('leaves the order open and gives a Retry-After; the same nonce continues it', async () => {
    const noor = await aMember(fixture.db);
    const nonce = newId();
    await fixture.mood('away');
    const refused = await fixture.post(noor, { nonce });
    expect([answerSummary(refused), refused.headers.get('Retry-After')]).toEqual(['503 unavailable', expect.stringMatching(/^\d$/)]);
    await fixture.mood('there');
    const again = await fixture.post(noor, { nonce });
    expect([again.status, await fixture.ordersOf(noor)]).toEqual([201, [expect.objectContaining({ status: 'open', amount: 999 })]]);
    await fixture.press(String(again.at('transaction.id')), 'paid');
    expect(await fixture.credits(noor)).toBe(50);
  });

  test('for an hour expires the order that never got a payment', async () => {
    const noor = await aMember(fixture.db);
    await fixture.mood('away');
    await fixture.post(noor);
    const [made] = await fixture.ordersOf(noor);
    await fixture.reconcile(made?.id ?? '');
    expect((await fixture.ordersOf(noor))[0]?.status).toBe('open');
    await fixture.backdateOrder(made?.id ?? '', HOUR);
    await fixture.reconcile(made?.id ?? '');
    expect(await fixture.ordersOf(noor)).toMatchObject([{ status: 'expired', providerRef: null, dueAt: null }]);
  });

  test('gets 503 for its webhooks, so that it repeats them; a page that asks meanwhile shows the stored state', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.mood('away');
    await fixture.press(id, 'unsaid');
    expect(await fixture.notify(`test_${id}`)).toBe(503);
    expect((await fixture.transaction(noor, id)).at('transaction.status')).toBe('open');
    await fixture.reconcile(id);
    expect((await fixture.rowOf(id)).status).toBe('open');
    await fixture.mood('there');
    expect(await fixture.notify(`test_${id}`)).toBe(200);
    expect(await fixture.credits(noor)).toBe(50);
  });

  test('that refuses a payment permanently ends the order at once', async () => {
    const noor = await aMember(fixture.db);
    await fixture.mood('refusing');
    expect(answerSummary(await fixture.post(noor))).toBe('503 unavailable');
    expect(await fixture.ordersOf(noor)).toMatchObject([{ status: 'failed', dueAt: null }]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });
});

test('orders of an erased member are stored for seven years, those of an existing account without an end', async () => {
  const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
  const [erased, kept] = [await fixture.order(noor), await fixture.order(bas)];
  await fixture.db.delete(members).where(eq(members.id, noor.id));
  const remainAfter = async (years: number) => {
    const now = new Date();
    await fixture.db.update(orders).set({ createdAt: now.setUTCFullYear(now.getUTCFullYear() - years), dueAt: null });
    await fixture.worker.scheduled();
    const left = (await fixture.db.select({ id: orders.id }).from(orders)).map(({ id }) => id);
    return [left.includes(erased), left.includes(kept)];
  };
  expect([await remainAfter(6), await remainAfter(8)]).toEqual([
    [true, true],
    [false, true],
  ]);
});

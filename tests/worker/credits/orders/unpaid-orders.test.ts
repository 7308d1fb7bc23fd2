import { afterEach, describe, expect, test } from 'vitest';
import { discountUses } from '#db/schema/index';
import { HOUR } from '../../../../worker/domain/rate-limit.ts';
import { aCode, aMember, newId } from '../../../support/database/factories.ts';
import { clearOfWindowEnd } from '../../../support/timing/rate-limit-window.ts';
import { aPayWorld, words } from '../payment-fixture.ts';

const world = aPayWorld();

const useOf = async (id: string) => (await world.db.select().from(discountUses)).find(({ orderId }) => orderId === id)?.state;
const cancel = (who: { cookie: string }, transaction: unknown) => world.as(who).delete('/api/transactions.php', { transaction });

afterEach(async () => {
  await world.mood('there');
});

describe('an order that waits to be paid', () => {
  test('is named by the shop to its member alone, the latest first, until it is paid', async () => {
    const [noor, bas] = [await aMember(world.db), await aMember(world.db)];
    expect((await world.shop(noor)).at('open_order')).toBeNull();
    const first = await world.order(noor);
    const second = await world.order(noor, { pack: 'pack-120', discount_code: await aCode(world.db) });
    expect((await world.shop(noor)).at('open_order')).toMatchObject({
      id: second,
      status: 'open',
      pack: 'pack-120',
      plan: null,
      credits: 120,
      price: { amount: 1600, currency: 'EUR' },
    });
    expect((await world.shop(bas)).at('open_order')).toBeNull();
    expect((await world.visitor.get('/api/credits.php')).at('open_order')).toBeNull();
    await world.press(second, 'paid');
    expect((await world.shop(noor)).at('open_order.id')).toBe(first);
  });

  test('is canceled in one step, and its discount can be used again', async () => {
    const noor = await aMember(world.db);
    const code = await aCode(world.db);
    const id = await world.order(noor, { discount_code: code });
    expect(words(await world.post(noor, { discount_code: code }))).toBe('404 unknown_code');
    const canceled = await cancel(noor, id);
    expect([canceled.status, canceled.at('transaction.status'), canceled.at('transaction.redirect')]).toEqual([200, 'canceled', null]);
    expect([(await world.shop(noor)).at('open_order'), await useOf(id)]).toEqual([null, 'returned']);
    expect((await world.post(noor, { discount_code: code })).status).toBe(201);
    const again = await cancel(noor, id);
    expect([again.status, again.at('transaction.status')]).toEqual([200, 'canceled']);
  });

  test('frees its discount for one other order only, while the canceled one can still be paid at that price', async () => {
    const noor = await aMember(world.db);
    const discount_code = await aCode(world.db);
    const first = await world.order(noor, { discount_code });
    await world.mood('stubborn');
    await cancel(noor, first);
    const second = await world.order(noor, { discount_code });
    expect(words(await cancel(noor, second))).toBe('409 conflict');
    expect([(await world.rowOf(second)).status, await useOf(second)]).toEqual(['open', 'reserved']);
    expect((await cancel(noor, await world.order(noor))).status).toBe(200);
    await world.press(first, 'expired');
    expect((await cancel(noor, second)).at('transaction.status')).toBe('canceled');
    expect([await useOf(first), await useOf(second)]).toEqual(['returned', 'returned']);
  });

  test('no longer counts against the member’s spending limit once it is canceled', async () => {
    const noor = await aMember(world.db);
    await world.as(noor).put('/api/credits.php', { limits: { day: 1000, week: null, month: null } });
    const id = await world.order(noor);
    expect((await world.post(noor)).at('error.details.reason')).toBe('spending_limit');
    await cancel(noor, id);
    expect((await world.post(noor)).status).toBe(201);
  });

  test('can no longer be paid at its provider once it is canceled, and is not reconciled any more', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await cancel(noor, id);
    expect((await world.press(id, 'paid')).status).toBe(409);
    expect(await world.rowOf(id)).toMatchObject({ status: 'canceled', dueAt: null, revision: 1 });
    expect(await world.notify(`test_${id}`)).toBe(200);
    expect([await world.credits(noor), (await world.rowOf(id)).revision]).toEqual([0, 1]);
  });

  test('and is canceled while its provider does not cancel is canceled there later, and reconciled until then', async () => {
    const noor = await aMember(world.db);
    const code = await aCode(world.db);
    const id = await world.order(noor, { discount_code: code });
    await world.mood('stubborn');
    expect((await cancel(noor, id)).at('transaction.status')).toBe('canceled');
    const pauses: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const now = Date.now();
      await world.reconcile(id);
      pauses.push(Math.round((((await world.rowOf(id)).dueAt ?? 0) - now) / 60_000));
    }
    expect(pauses).toEqual([15, 30, 60]);
    await world.mood('there');
    await world.reconcile(id);
    expect(await world.rowOf(id)).toMatchObject({ status: 'canceled', dueAt: null });
    expect([(await world.press(id, 'paid')).status, await useOf(id)]).toEqual([409, 'returned']);
  });

  test('and is canceled at a provider that never cancels is reconciled for as long as an open one', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.mood('stubborn');
    await cancel(noor, id);
    await world.age(id, 26 * 3600_000);
    await world.reconcile(id);
    expect(await world.rowOf(id)).toMatchObject({ status: 'canceled', dueAt: null });
  });

  test('and is paid after it was canceled gives what was paid for, once, with or without a notice', async () => {
    const noor = await aMember(world.db);
    await world.mood('stubborn');
    const [withNotice, withoutNotice] = [await world.order(noor), await world.order(noor)];
    for (const id of [withNotice, withoutNotice]) await cancel(noor, id);
    await world.press(withNotice, 'twice');
    await world.press(withoutNotice, 'unsaid');
    expect(await world.credits(noor)).toBe(50);
    const { dueAt } = await world.rowOf(withoutNotice);
    expect(dueAt).toBeGreaterThan(Date.now());
    await world.reconcile(withoutNotice);
    expect([await world.credits(noor), (await world.rowOf(withoutNotice)).status]).toEqual([100, 'paid']);
    expect(await world.breaches()).toEqual([]);
  });

  test('and was paid meanwhile is not canceled: it is settled', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor, { discount_code: await aCode(world.db) });
    await world.press(id, 'unsaid');
    const answer = await cancel(noor, id);
    expect([answer.status, answer.at('transaction.status')]).toEqual([200, 'paid']);
    expect([await world.credits(noor), await useOf(id)]).toEqual([50, 'kept']);
  });

  test('is canceled once by twenty simultaneous requests, and not at all while its provider is unreachable', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.mood('away');
    const unreachable = await cancel(noor, id);
    expect([words(unreachable), unreachable.headers.has('Retry-After')]).toEqual(['503 unavailable', true]);
    expect((await world.rowOf(id)).status).toBe('open');
    await world.mood('there');
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(noor, id)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.at('transaction.status')}`))).toEqual(new Set(['200 canceled']));
    expect((await world.rowOf(id)).revision).toBe(1);
  });

  test('that never reached its provider can be canceled, too', async () => {
    const noor = await aMember(world.db);
    await world.mood('away');
    expect(words(await world.post(noor))).toBe('503 unavailable');
    const id = String((await world.shop(noor)).at('open_order.id'));
    await world.mood('there');
    expect((await cancel(noor, id)).at('transaction.status')).toBe('canceled');
    expect((await world.rowOf(id)).dueAt).toBeNull();
  });

  test('cannot be canceled by anybody else, who gets the answer for an unknown order', async () => {
    const [noor, bas] = [await aMember(world.db), await aMember(world.db)];
    const id = await world.order(noor);
    expect([words(await cancel(bas, id)), words(await cancel(bas, newId()))]).toEqual(['404 not_found', '404 not_found']);
    expect((await world.rowOf(id)).status).toBe('open');
    expect((await cancel({ cookie: '' }, id)).status).toBe(403);
  });

  test.each([[undefined], [5], ['x'.repeat(400)], [null]])('is not canceled when the id is %j', async (id) => {
    expect((await cancel(await aMember(world.db), id)).status).toBe(422);
  });
});

test('the shop says which payment methods can renew a plan, and an order by another is refused', async () => {
  const noor = await aMember(world.db);
  const methods = (await world.shop(noor)).at('payment_methods');
  expect(methods).toContainEqual({ id: 'ideal', name: 'iDEAL', renews: false });
  expect(methods).toContainEqual({ id: 'card', name: 'Card', renews: true });
  const plan = { pack: undefined, plan: 'premium-1', renews: true };
  expect(words(await world.post(noor, { ...plan, payment_method: 'ideal' }))).toBe('422 invalid payment_method:not_allowed');
  expect((await world.post(noor, { ...plan, payment_method: 'card' })).status).toBe(201);
});

describe('a code in an order', () => {
  test('counts as a try like any other: beyond the limit nothing is ordered, and the answer does not tell whether the code exists', async () => {
    const noor = await aMember(world.db);
    const code = await aCode(world.db);
    await world.set('code_tries_an_hour', 3);
    await clearOfWindowEnd(HOUR);
    const answers = [];
    for (const typed of ['A', 'B']) answers.push(await world.post(noor, { discount_code: typed }));
    answers.push(await world.as(noor).get('/api/discountcode.php?code=C'), await world.post(noor, { discount_code: code }));
    const withoutCode = await world.post(noor);
    await world.set('code_tries_an_hour', 20);
    expect(answers.map(words)).toEqual(['404 unknown_code', '404 unknown_code', '404 unknown_code', '429 too_many']);
    expect(Number(answers[3]?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect([withoutCode.status, (await world.ordersOf(noor)).length]).toEqual([201, 1]);
  });

  test('does not block a repeated order: its nonce gives the first answer', async () => {
    const noor = await aMember(world.db);
    const body = { discount_code: await aCode(world.db), nonce: newId() };
    await world.set('code_tries_an_hour', 1);
    const [first, again] = [await world.post(noor, body), await world.post(noor, body)];
    await world.set('code_tries_an_hour', 20);
    expect([first.status, again.status, again.at('transaction.id')]).toEqual([201, 201, first.at('transaction.id')]);
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { discountUses } from '#db/schema/index';
import { aDiscountCode, aMember, newId } from '../../../support/database/factories.ts';
import { avoidWindowEnd } from '../../../support/timing/rate-limit-window.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();

const discountStateOf = async (id: string) => (await fixture.db.select().from(discountUses)).find(({ orderId }) => orderId === id)?.state;
const cancel = (who: { cookie: string }, transaction: unknown) => fixture.as(who).delete('/api/transactions.php', { transaction });

afterEach(async () => {
  await fixture.mood('there');
});

describe('an order that waits to be paid', () => {
  test('is named by the shop to its member alone, the latest first, until it is paid', async () => {
    const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
    expect((await fixture.shop(noor)).at('open_order')).toBeNull();
    const first = await fixture.order(noor);
    const second = await fixture.order(noor, { pack: 'pack-120', discount_code: await aDiscountCode(fixture.db) });
    expect((await fixture.shop(noor)).at('open_order')).toMatchObject({
      id: second,
      status: 'open',
      pack: 'pack-120',
      plan: null,
      credits: 120,
      price: { amount: 1600, currency: 'EUR' },
    });
    expect((await fixture.shop(bas)).at('open_order')).toBeNull();
    expect((await fixture.visitor.get('/api/credits.php')).at('open_order')).toBeNull();
    await fixture.press(second, 'paid');
    expect((await fixture.shop(noor)).at('open_order.id')).toBe(first);
  });

  test('is canceled in one step, and its discount can be used again', async () => {
    const noor = await aMember(fixture.db);
    const code = await aDiscountCode(fixture.db);
    const id = await fixture.order(noor, { discount_code: code });
    expect(answerSummary(await fixture.post(noor, { discount_code: code }))).toBe('404 unknown_code');
    const canceled = await cancel(noor, id);
    expect([canceled.status, canceled.at('transaction.status'), canceled.at('transaction.redirect')]).toEqual([200, 'canceled', null]);
    expect([(await fixture.shop(noor)).at('open_order'), await discountStateOf(id)]).toEqual([null, 'returned']);
    expect((await fixture.post(noor, { discount_code: code })).status).toBe(201);
    const again = await cancel(noor, id);
    expect([again.status, again.at('transaction.status')]).toEqual([200, 'canceled']);
  });

  test('frees its discount for one other order only, while the canceled one can still be paid at that price', async () => {
    const noor = await aMember(fixture.db);
    const discount_code = await aDiscountCode(fixture.db);
    const first = await fixture.order(noor, { discount_code });
    await fixture.mood('stubborn');
    await cancel(noor, first);
    const second = await fixture.order(noor, { discount_code });
    expect(answerSummary(await cancel(noor, second))).toBe('409 conflict');
    expect([(await fixture.rowOf(second)).status, await discountStateOf(second)]).toEqual(['open', 'reserved']);
    expect((await cancel(noor, await fixture.order(noor))).status).toBe(200);
    await fixture.press(first, 'expired');
    expect((await cancel(noor, second)).at('transaction.status')).toBe('canceled');
    expect([await discountStateOf(first), await discountStateOf(second)]).toEqual(['returned', 'returned']);
  });

  test('no longer counts against the member’s spending limit once it is canceled', async () => {
    const noor = await aMember(fixture.db);
    await fixture.as(noor).put('/api/credits.php', { limits: { day: 1000, week: null, month: null } });
    const id = await fixture.order(noor);
    expect((await fixture.post(noor)).at('error.details.reason')).toBe('spending_limit');
    await cancel(noor, id);
    expect((await fixture.post(noor)).status).toBe(201);
  });

  test('can no longer be paid at its provider once it is canceled, and is not reconciled any more', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await cancel(noor, id);
    expect((await fixture.press(id, 'paid')).status).toBe(409);
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'canceled', dueAt: null, revision: 1 });
    expect(await fixture.notify(`test_${id}`)).toBe(200);
    expect([await fixture.credits(noor), (await fixture.rowOf(id)).revision]).toEqual([0, 1]);
  });

  test('and is canceled while its provider does not cancel is canceled there later, and reconciled until then', async () => {
    const noor = await aMember(fixture.db);
    const code = await aDiscountCode(fixture.db);
    const id = await fixture.order(noor, { discount_code: code });
    await fixture.mood('stubborn');
    expect((await cancel(noor, id)).at('transaction.status')).toBe('canceled');
    const pauses: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const now = Date.now();
      await fixture.reconcile(id);
      pauses.push(Math.round((((await fixture.rowOf(id)).dueAt ?? 0) - now) / 60_000));
    }
    expect(pauses).toEqual([15, 30, 60]);
    await fixture.mood('there');
    await fixture.reconcile(id);
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'canceled', dueAt: null });
    expect([(await fixture.press(id, 'paid')).status, await discountStateOf(id)]).toEqual([409, 'returned']);
  });

  test('and is canceled at a provider that never cancels is reconciled for as long as an open one', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.mood('stubborn');
    await cancel(noor, id);
    await fixture.backdateOrder(id, 26 * HOUR);
    await fixture.reconcile(id);
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'canceled', dueAt: null });
  });

  test('and is paid after it was canceled gives what was paid for, once, with or without a webhook', async () => {
    const noor = await aMember(fixture.db);
    await fixture.mood('stubborn');
    const [withWebhook, withoutWebhook] = [await fixture.order(noor), await fixture.order(noor)];
    for (const id of [withWebhook, withoutWebhook]) await cancel(noor, id);
    await fixture.press(withWebhook, 'twice');
    await fixture.press(withoutWebhook, 'unsaid');
    expect(await fixture.credits(noor)).toBe(50);
    const { dueAt } = await fixture.rowOf(withoutWebhook);
    expect(dueAt).toBeGreaterThan(Date.now());
    await fixture.reconcile(withoutWebhook);
    expect([await fixture.credits(noor), (await fixture.rowOf(withoutWebhook)).status]).toEqual([100, 'paid']);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('and was paid meanwhile is not canceled: it is settled', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor, { discount_code: await aDiscountCode(fixture.db) });
    await fixture.press(id, 'unsaid');
    const answer = await cancel(noor, id);
    expect([answer.status, answer.at('transaction.status')]).toEqual([200, 'paid']);
    expect([await fixture.credits(noor), await discountStateOf(id)]).toEqual([50, 'kept']);
  });

  test('is canceled once by twenty simultaneous requests, and not at all while its provider is unreachable', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.mood('away');
    const unreachable = await cancel(noor, id);
    expect([answerSummary(unreachable), unreachable.headers.has('Retry-After')]).toEqual(['503 unavailable', true]);
    expect((await fixture.rowOf(id)).status).toBe('open');
    await fixture.mood('there');
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(noor, id)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.at('transaction.status')}`))).toEqual(new Set(['200 canceled']));
    expect((await fixture.rowOf(id)).revision).toBe(1);
  });

  test('that never reached its provider can be canceled, too', async () => {
    const noor = await aMember(fixture.db);
    await fixture.mood('away');
    expect(answerSummary(await fixture.post(noor))).toBe('503 unavailable');
    const id = String((await fixture.shop(noor)).at('open_order.id'));
    await fixture.mood('there');
    expect((await cancel(noor, id)).at('transaction.status')).toBe('canceled');
    expect((await fixture.rowOf(id)).dueAt).toBeNull();
  });

  test('cannot be canceled by anybody else, who gets the answer for an unknown order', async () => {
    const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
    const id = await fixture.order(noor);
    expect([answerSummary(await cancel(bas, id)), answerSummary(await cancel(bas, newId()))]).toEqual(['404 not_found', '404 not_found']);
    expect((await fixture.rowOf(id)).status).toBe('open');
    expect((await cancel({ cookie: '' }, id)).status).toBe(403);
  });

  test.each([[undefined], [5], ['x'.repeat(400)], [null]])('is not canceled when the id is %j', async (id) => {
    expect((await cancel(await aMember(fixture.db), id)).status).toBe(422);
  });
});

test('the shop says which payment methods can renew a plan, and an order by another is refused', async () => {
  const noor = await aMember(fixture.db);
  const methods = (await fixture.shop(noor)).at('payment_methods');
  expect(methods).toContainEqual({ id: 'ideal', name: 'iDEAL', renews: false });
  expect(methods).toContainEqual({ id: 'card', name: 'Card', renews: true });
  const plan = { pack: undefined, plan: 'premium-1', renews: true };
  expect(answerSummary(await fixture.post(noor, { ...plan, payment_method: 'ideal' }))).toBe('422 invalid payment_method:not_allowed');
  expect((await fixture.post(noor, { ...plan, payment_method: 'card' })).status).toBe(201);
});

describe('a code in an order', () => {
  test('counts as a try like any other: beyond the limit nothing is ordered, and the answer does not tell whether the code exists', async () => {
    const noor = await aMember(fixture.db);
    const code = await aDiscountCode(fixture.db);
    await fixture.setSetting('code_tries_an_hour', 3);
    await avoidWindowEnd(HOUR);
    const answers = [];
    for (const typed of ['A', 'B']) answers.push(await fixture.post(noor, { discount_code: typed }));
    answers.push(await fixture.as(noor).get('/api/discountcode.php?code=C'), await fixture.post(noor, { discount_code: code }));
    const withoutCode = await fixture.post(noor);
    await fixture.setSetting('code_tries_an_hour', 20);
    expect(answers.map(answerSummary)).toEqual(['404 unknown_code', '404 unknown_code', '404 unknown_code', '429 too_many']);
    expect(Number(answers[3]?.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect([withoutCode.status, (await fixture.ordersOf(noor)).length]).toEqual([201, 1]);
  });

  test('does not block a repeated order: its nonce gives the first answer', async () => {
    const noor = await aMember(fixture.db);
    const body = { discount_code: await aDiscountCode(fixture.db), nonce: newId() };
    await fixture.setSetting('code_tries_an_hour', 1);
    const [first, again] = [await fixture.post(noor, body), await fixture.post(noor, body)];
    await fixture.setSetting('code_tries_an_hour', 20);
    expect([first.status, again.status, again.at('transaction.id')]).toEqual([201, 201, first.at('transaction.id')]);
  });
});

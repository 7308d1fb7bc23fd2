import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { aMember, newId, type TestMember } from '../../../support/database/factories.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();

const setLimits = (who: TestMember, limits: object) =>
  fixture.as(who).put('/api/credits.php', { limits: { day: null, week: null, month: null, ...limits } });

describe('a spending limit', () => {
  test('applies at once, counts orders that are not paid yet, and a refusal says when it resets', async () => {
    const noor = await aMember(fixture.db);
    expect((await setLimits(noor, { day: 1500 })).at('limits')).toEqual({ day: 1500, week: null, month: null, pending: null });
    await fixture.order(noor);
    const refused = await fixture.post(noor);
    expect(answerSummary(refused)).toBe('429 too_many');
    expect(refused.at('error.details')).toMatchObject({ reason: 'spending_limit', limit: 1500 });
    const ends = Date.parse(String(refused.at('error.details.ends_at'))) - Date.now();
    expect([ends > 0, ends <= 26 * HOUR]).toEqual([true, true]);
    expect((await fixture.post(noor, { pack: 'pack-20' })).status).toBe(201);
  });

  test('cannot be bypassed by open orders, nor by canceled ones that can still be paid', async () => {
    const noor = await aMember(fixture.db);
    await setLimits(noor, { day: 1500 });
    const waits = await fixture.order(noor);
    await fixture.backdateOrder(waits, 3 * HOUR);
    expect(answerSummary(await fixture.post(noor))).toBe('429 too_many');
    await fixture.mood('stubborn');
    const cancelOrder = (id: string) => fixture.as(noor).delete('/api/transactions.php', { transaction: id });
    await cancelOrder(waits);
    expect(answerSummary(await fixture.post(noor))).toBe('429 too_many');
    await fixture.mood('there');
    await fixture.reconcile(waits);
    const second = await fixture.order(noor);
    await cancelOrder(second);
    expect((await fixture.post(noor)).status).toBe(201);
  });

  test('counts what was paid within the last 24 hours, and no longer', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await setLimits(noor, { day: 1500 });
    expect(answerSummary(await fixture.post(noor))).toBe('429 too_many');
    await fixture.backdateOrder(id, DAY);
    expect((await fixture.post(noor)).status).toBe(201);
  });

  test('of less than one order costs gives no reset time, as waiting does not help', async () => {
    const noor = await aMember(fixture.db);
    await setLimits(noor, { week: 500 });
    const refused = await fixture.post(noor);
    expect([refused.at('error.details.reason'), refused.at('error.details.ends_at')]).toEqual(['spending_limit', undefined]);
  });

  test('is raised only after a day, and the shop says from when on', async () => {
    const noor = await aMember(fixture.db);
    await setLimits(noor, { day: 500 });
    const looser = await setLimits(noor, { day: 9000 });
    expect(looser.at('limits')).toMatchObject({ day: 500, pending: { day: 9000 } });
    expect((await fixture.shop(noor)).at('limits')).toEqual(looser.at('limits'));
    expect(answerSummary(await fixture.post(noor))).toBe('429 too_many');
    await fixture.db.$client.execute({ sql: 'update spending_limits set pending_from = 1 where member_id = ?', args: [noor.id] });
    expect((await fixture.post(noor)).status).toBe(201);
    expect((await fixture.shop(noor)).at('limits')).toMatchObject({ day: 9000, pending: null });
  });

  test('holds against twelve simultaneous orders', async () => {
    const noor = await aMember(fixture.db);
    await setLimits(noor, { month: 2500 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => fixture.post(noor)));
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2);
    expect((await fixture.ordersOf(noor)).length).toBeLessThanOrEqual(2);
    expect(answers.every(({ status }) => [201, 429, 503].includes(status))).toBe(true);
  });

  test.each([
    [{ day: -1 }, 'limits.day:not_allowed'],
    [{ day: 1.5 }, 'limits.day:wrong_type'],
    [{ day: '5' }, 'limits.day:wrong_type'],
    [{ week: 1e12 }, 'limits.week:not_allowed'],
    [{ month: undefined }, 'limits.month:required'],
  ])('of %j is refused', async (limits, field) => {
    const noor = await aMember(fixture.db);
    expect(answerSummary(await setLimits(noor, limits))).toBe(`422 invalid ${field}`);
    expect((await fixture.shop(noor)).at('limits')).toBeNull();
  });
});

test('unusual spending is shown in the shop, logged once a day, and refuses nothing', async () => {
  const noor = await aMember(fixture.db);
  await fixture.buy(noor, { pack: 'pack-300' });
  expect([(await fixture.shop(noor)).at('unusual'), await fixture.accountNotificationsOf(noor)]).toEqual([null, []]);
  await fixture.buy(noor);
  expect((await fixture.shop(noor)).at('unusual')).toEqual({ today: { amount: 5498, currency: 'EUR' } });
  await fixture.buy(noor);
  expect([await fixture.accountNotificationsOf(noor), await fixture.credits(noor)]).toEqual([['unusual_spending'], 400]);
});

test('the same spending is not unusual for a member who has always spent as much', async () => {
  const noor = await aMember(fixture.db);
  for (const days of [3, 9, 17])
    await fixture.backdateOrder(await fixture.buy(noor, { pack: undefined, plan: 'premium-6', payment_method: 'card' }), days * DAY);
  await fixture.db.$client.execute({ sql: 'delete from account_notifications where member_id = ?', args: [noor.id] });
  await fixture.buy(noor, { pack: 'pack-20' });
  await fixture.buy(noor, { pack: 'pack-120' });
  expect([(await fixture.shop(noor)).at('unusual'), await fixture.accountNotificationsOf(noor)]).toEqual([null, []]);
});

test('fifty messages at once, a charge-back and a purchase between them, leave no cent lost and none taken twice', async () => {
  const [noor, sanne] = [await aMember(fixture.db), await aMember(fixture.db, { name: 'Sanne' })];
  const id = await fixture.buy(noor);
  const other = await fixture.order(noor, { pack: 'pack-20' });
  const conversation = (await fixture.as(noor).get(`/api/chat.php?profile=${sanne.id}`)).at('id');
  const send = (text: string) =>
    fixture.as(noor).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text } });
  await send('The first one');
  const sends = Array.from({ length: 50 }, (_, i) => send(`Number ${i}`));
  const [answers] = await Promise.all([Promise.all(sends), fixture.press(id, 'charged_back'), fixture.press(other, 'twice')]);
  const sent = answers.filter(({ status }) => status === 201).length + 1;
  expect(answers.every(({ status }) => [201, 402].includes(status))).toBe(true);
  expect(Number(await fixture.credits(noor)) - (await fixture.owed(noor))).toBe(20 - sent);
  expect(await fixture.brokenInvariants()).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { aMember, newId, type TestMember } from '../../../support/database/factories.ts';
import { aPayWorld, words } from '../payment-fixture.ts';

const world = aPayWorld();
const DAY = 24 * 3600_000;

const setLimits = (who: TestMember, limits: object) =>
  world.as(who).put('/api/credits.php', { limits: { day: null, week: null, month: null, ...limits } });

describe('a spending limit', () => {
  test('applies at once, counts orders that are not paid yet, and a refusal says when it resets', async () => {
    const noor = await aMember(world.db);
    expect((await setLimits(noor, { day: 1500 })).at('limits')).toEqual({ day: 1500, week: null, month: null, pending: null });
    await world.order(noor);
    const refused = await world.post(noor);
    expect(words(refused)).toBe('429 too_many');
    expect(refused.at('error.details')).toMatchObject({ reason: 'spending_limit', limit: 1500 });
    const ends = Date.parse(String(refused.at('error.details.ends_at'))) - Date.now();
    expect([ends > 0, ends <= 26 * 3600_000]).toEqual([true, true]);
    expect((await world.post(noor, { pack: 'pack-20' })).status).toBe(201);
  });

  test('cannot be bypassed by open orders, nor by canceled ones that can still be paid', async () => {
    const noor = await aMember(world.db);
    await setLimits(noor, { day: 1500 });
    const waits = await world.order(noor);
    await world.age(waits, 3 * 3600_000);
    expect(words(await world.post(noor))).toBe('429 too_many');
    await world.mood('stubborn');
    const cancelOrder = (id: string) => world.as(noor).delete('/api/transactions.php', { transaction: id });
    await cancelOrder(waits);
    expect(words(await world.post(noor))).toBe('429 too_many');
    await world.mood('there');
    await world.reconcile(waits);
    const second = await world.order(noor);
    await cancelOrder(second);
    expect((await world.post(noor)).status).toBe(201);
  });

  test('counts what was paid within the last 24 hours, and no longer', async () => {
    const noor = await aMember(world.db);
    const id = await world.buy(noor);
    await setLimits(noor, { day: 1500 });
    expect(words(await world.post(noor))).toBe('429 too_many');
    await world.age(id, DAY);
    expect((await world.post(noor)).status).toBe(201);
  });

  test('of less than one order costs gives no reset time, as waiting does not help', async () => {
    const noor = await aMember(world.db);
    await setLimits(noor, { week: 500 });
    const refused = await world.post(noor);
    expect([refused.at('error.details.reason'), refused.at('error.details.ends_at')]).toEqual(['spending_limit', undefined]);
  });

  test('is raised only after a day, and the shop says from when on', async () => {
    const noor = await aMember(world.db);
    await setLimits(noor, { day: 500 });
    const looser = await setLimits(noor, { day: 9000 });
    expect(looser.at('limits')).toMatchObject({ day: 500, pending: { day: 9000 } });
    expect((await world.shop(noor)).at('limits')).toEqual(looser.at('limits'));
    expect(words(await world.post(noor))).toBe('429 too_many');
    await world.db.$client.execute({ sql: 'update spending_limits set pending_from = 1 where member_id = ?', args: [noor.id] });
    expect((await world.post(noor)).status).toBe(201);
    expect((await world.shop(noor)).at('limits')).toMatchObject({ day: 9000, pending: null });
  });

  test('holds against twelve simultaneous orders', async () => {
    const noor = await aMember(world.db);
    await setLimits(noor, { month: 2500 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.post(noor)));
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(2);
    expect((await world.ordersOf(noor)).length).toBeLessThanOrEqual(2);
    expect(answers.every(({ status }) => [201, 429, 503].includes(status))).toBe(true);
  });

  test.each([
    [{ day: -1 }, 'limits.day:not_allowed'],
    [{ day: 1.5 }, 'limits.day:wrong_type'],
    [{ day: '5' }, 'limits.day:wrong_type'],
    [{ week: 1e12 }, 'limits.week:not_allowed'],
    [{ month: undefined }, 'limits.month:required'],
  ])('of %j is refused', async (limits, field) => {
    const noor = await aMember(world.db);
    expect(words(await setLimits(noor, limits))).toBe(`422 invalid ${field}`);
    expect((await world.shop(noor)).at('limits')).toBeNull();
  });
});

test('unusual spending is shown in the shop, logged once a day, and refuses nothing', async () => {
  const noor = await aMember(world.db);
  await world.buy(noor, { pack: 'pack-300' });
  expect([(await world.shop(noor)).at('unusual'), await world.noticesOf(noor)]).toEqual([null, []]);
  await world.buy(noor);
  expect((await world.shop(noor)).at('unusual')).toEqual({ today: { amount: 5498, currency: 'EUR' } });
  await world.buy(noor);
  expect([await world.noticesOf(noor), await world.credits(noor)]).toEqual([['unusual_spending'], 400]);
});

test('the same spending is not unusual for a member who has always spent as much', async () => {
  const noor = await aMember(world.db);
  for (const days of [3, 9, 17])
    await world.age(await world.buy(noor, { pack: undefined, plan: 'premium-6', payment_method: 'card' }), days * DAY);
  await world.db.$client.execute({ sql: 'delete from account_notices where member_id = ?', args: [noor.id] });
  await world.buy(noor, { pack: 'pack-20' });
  await world.buy(noor, { pack: 'pack-120' });
  expect([(await world.shop(noor)).at('unusual'), await world.noticesOf(noor)]).toEqual([null, []]);
});

test('fifty messages at once, a charge-back and a purchase between them, leave no cent lost and none taken twice', async () => {
  const [noor, sanne] = [await aMember(world.db), await aMember(world.db, { name: 'Sanne' })];
  const id = await world.buy(noor);
  const other = await world.order(noor, { pack: 'pack-20' });
  const conversation = (await world.as(noor).get(`/api/chat.php?profile=${sanne.id}`)).at('id');
  const send = (text: string) =>
    world.as(noor).post('/api/chat.php', { conversation: { id: conversation }, message: { client_id: newId(), text } });
  await send('The first one');
  const sends = Array.from({ length: 50 }, (_, i) => send(`Number ${i}`));
  const [answers] = await Promise.all([Promise.all(sends), world.press(id, 'charged_back'), world.press(other, 'twice')]);
  const sent = answers.filter(({ status }) => status === 201).length + 1;
  expect(answers.every(({ status }) => [201, 402].includes(status))).toBe(true);
  expect(Number(await world.credits(noor)) - (await world.owed(noor))).toBe(20 - sent);
  expect(await world.breaches()).toEqual([]);
});

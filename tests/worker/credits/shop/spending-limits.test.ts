import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { clearSetting } from '#db/queries/operator/settings';
import { aMember, newId, type TestMember } from '../../../support/database/factories.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();

const setLimits = (who: TestMember, limits: object) =>
  fixture.as(who).put('/api/credits.php', { limits: { day: null, week: null, month: null, ...limits } });

describe('a spending limit', () => {
  test('applies at once, counts orders that are not paid yet, and a refusal says when it resets', async () => {
    const noor = await aMember(fixture.db);
    expect((await setLimits(noor, { day: 1500 })).at('limits')).toEqual({
      day: 1500,
      week: null,
      month: null,
      pending: null,
      set_in: null,
    });
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

describe('a spending limit after a change of the payment country', () => {
  afterEach(() => clearSetting(fixture.db, 'exchange_rates'));

  const IN_POUNDS = { payment_method: 'card', pack: 'pack-20' };
  const payFrom = async (who: TestMember, payment_country: string) => {
    await fixture.db.run(sql`update members set payment_country_changed_at = null where id = ${who.id}`);
    expect((await fixture.as(who).put('/api/user.php', { payment_country })).status).toBe(200);
  };
  const limitsShown = async (who: TestMember) => (await fixture.shop(who)).at('limits');

  test('counts what was paid in the other currency, converted and rounded up', async () => {
    // 9.99 EUR are paid; 4.49 GBP are 5.1609… EUR at 0.87.
    const noor = await aMember(fixture.db);
    await fixture.buy(noor);
    await setLimits(noor, { day: 1515 });
    await payFrom(noor, 'GB');
    const refused = await fixture.post(noor, IN_POUNDS);
    expect([answerSummary(refused), refused.at('error.details.limit')]).toEqual(['429 too_many', 1318]);
    await fixture.db.run(sql`update spending_limits set day = 1516 where member_id = ${noor.id}`);
    expect((await fixture.post(noor, IN_POUNDS)).status).toBe(201);
    expect(answerSummary(await fixture.post(noor, IN_POUNDS))).toBe('429 too_many');
  });

  test('counts an open order of the other currency as well', async () => {
    const noor = await aMember(fixture.db);
    await setLimits(noor, { week: 1515 });
    await fixture.order(noor);
    await payFrom(noor, 'GB');
    expect(answerSummary(await fixture.post(noor, IN_POUNDS))).toBe('429 too_many');
  });

  test('is shown in the currency that the member pays in now, rounded down', async () => {
    const noor = await aMember(fixture.db);
    await setLimits(noor, { day: 1516 });
    await setLimits(noor, { day: 9001 });
    await payFrom(noor, 'GB');
    expect(await limitsShown(noor)).toMatchObject({ day: 1318, week: null, pending: { day: 7830 }, set_in: 'EUR' });
    await payFrom(noor, 'NL');
    expect(await limitsShown(noor)).toMatchObject({ day: 1516, pending: { day: 9001 }, set_in: null });
  });

  test('is compared in the currency in which it is changed', async () => {
    const noor = await aMember(fixture.db);
    await setLimits(noor, { day: 10_000 });
    await payFrom(noor, 'GB');
    expect((await setLimits(noor, { day: 8701 })).at('limits')).toMatchObject({ day: 8700, pending: { day: 8701 }, set_in: null });
    expect((await setLimits(noor, { day: 8700 })).at('limits')).toMatchObject({ day: 8700, pending: null, set_in: null });
    await payFrom(noor, 'NL');
    expect(await limitsShown(noor)).toMatchObject({ day: 10_000, set_in: 'GBP' });
  });

  test('is stored in the currency of the form, also if the country has changed since it was opened', async () => {
    const noor = await aMember(fixture.db);
    await payFrom(noor, 'PL');
    const body = { limits: { day: 1000, week: null, month: null }, currency: 'EUR' };
    expect((await fixture.as(noor).put('/api/credits.php', body)).at('limits')).toMatchObject({ day: 1000, set_in: null });
    expect(await limitsShown(noor)).toMatchObject({ day: 4250, set_in: 'EUR' });
    expect(answerSummary(await fixture.as(noor).put('/api/credits.php', { ...body, currency: 'JPY' }))).toBe(
      '422 invalid currency:unknown',
    );
  });

  test('counts an order at the rate of its time, one without a rate at the rate of now', async () => {
    const noor = await aMember(fixture.db);
    await payFrom(noor, 'GB');
    const id = await fixture.buy(noor, IN_POUNDS);
    await payFrom(noor, 'NL');
    await setLimits(noor, { day: 1015 });
    await fixture.setSetting('exchange_rates', { GBP: 0.9 });
    expect(answerSummary(await fixture.post(noor, { pack: 'pack-20' }))).toBe('429 too_many');
    await fixture.db.run(sql`update orders set exchange_rates = null where id = ${id}`);
    expect((await fixture.post(noor, { pack: 'pack-20' })).status).toBe(201);
  });

  test('that an earlier Worker stored without a currency is in the one that the member pays in', async () => {
    const noor = await aMember(fixture.db);
    await payFrom(noor, 'GB');
    await fixture.db.run(sql`insert into spending_limits (member_id, day) values (${noor.id}, 449)`);
    expect(await limitsShown(noor)).toMatchObject({ day: 449, set_in: null });
    expect((await fixture.post(noor, IN_POUNDS)).status).toBe(201);
    expect((await setLimits(noor, { day: 500 })).at('limits')).toMatchObject({ day: 449, pending: { day: 500 } });
  });

  test('leaves unusual spending unusual', async () => {
    const noor = await aMember(fixture.db);
    await fixture.buy(noor, { pack: 'pack-300' });
    await payFrom(noor, 'GB');
    expect([(await fixture.shop(noor)).at('unusual'), await fixture.accountNotificationsOf(noor)]).toEqual([null, []]);
    await fixture.buy(noor, { ...IN_POUNDS, pack: 'pack-50' });
    // 44.99 EUR are 39.14 GBP, with 8.99 GBP more than the 45 of the setting.
    expect((await fixture.shop(noor)).at('unusual')).toEqual({ today: { amount: 4813, currency: 'GBP' } });
    expect(await fixture.accountNotificationsOf(noor)).toEqual(['unusual_spending']);
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

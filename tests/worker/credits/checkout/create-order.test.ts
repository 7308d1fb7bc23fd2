import { describe, expect, test } from 'vitest';
import { HOUR } from '#contract/durations';
import { aMember, newId } from '../../../support/database/factories.ts';
import { allRows } from '../../../support/database/table-rows.ts';
import { avoidWindowEnd } from '../../../support/timing/rate-limit-window.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();

describe('an order', () => {
  test('costs what the shop says, whatever the client sends of price, currency, credits or country', async () => {
    const noor = await aMember(fixture.db);
    const forged = {
      amount: 1,
      price: { amount: 1, currency: 'PLN' },
      currency: 'PLN',
      credits: 9999,
      country: 'PL',
      status: 'paid',
      member: newId(),
    };
    const id = await fixture.order(noor, forged);
    expect(await fixture.rowOf(id)).toMatchObject({
      memberId: noor.id,
      amount: 999,
      fullAmount: 999,
      currency: 'EUR',
      country: 'NL',
      credits: 50,
      extraCredits: 0,
      status: 'open',
      vatRate: 2100,
      vatAmount: 173,
      method: 'ideal',
      provider: 'test',
      providerRef: `test_${id}`,
    });
    expect(await fixture.credits(noor)).toBe(0);
  });

  test.each([
    ['an unknown pack', { pack: 'pack-1000000' }, '422 invalid pack:unknown'],
    ['a negative pack', { pack: -50 }, '422 invalid pack:wrong_type'],
    ['a fraction', { pack: 0.5 }, '422 invalid pack:wrong_type'],
    ['a plan as a pack', { pack: 'premium-1' }, '422 invalid pack:unknown'],
    ['a pack as a plan', { pack: undefined, plan: 'pack-50' }, '422 invalid plan:unknown'],
    ['both', { plan: 'premium-1' }, '422 invalid pack:required'],
    ['neither', { pack: undefined }, '422 invalid pack:required'],
    ['a way to pay that is nobody’s', { payment_method: 'cash' }, '422 invalid payment_method:unknown'],
    ['a way to pay of another country', { payment_method: 'blik' }, '422 invalid payment_method:unknown'],
    ['no way to pay', { payment_method: undefined }, '422 invalid payment_method:required'],
    ['no nonce', { nonce: undefined }, '422 invalid nonce:required'],
    ['another price than was told', { expects: { amount: 899, currency: 'EUR' } }, '409 conflict'],
    ['the price in another currency', { expects: { amount: 999, currency: 'PLN' } }, '409 conflict'],
    ['a price that is none', { expects: 999 }, '422 invalid expects:wrong_type'],
    ['a code that gives nothing', { discount_code: 'NOTHING' }, '404 unknown_code'],
    ['renewal by a way that cannot renew', { pack: undefined, plan: 'premium-1', renews: true }, '422 invalid payment_method:not_allowed'],
  ])('of %s is refused, and changes nothing', async (_, body, expected) => {
    const noor = await aMember(fixture.db);
    const before = await allRows(fixture.db);
    expect(answerSummary(await fixture.post(noor, body))).toBe(expected);
    expect(await allRows(fixture.db)).toEqual(before);
  });

  test('at the price that the shop showed is accepted, and is still that order when the price has changed', async () => {
    const noor = await aMember(fixture.db);
    const cost = (amount: number) =>
      fixture.db.$client.execute({ sql: "update prices set amount = ? where product_id = 'pack-50' and country = 'NL'", args: [amount] });
    const body = { expects: { amount: 999, currency: 'EUR' }, nonce: newId() };
    const first = await fixture.order(noor, body);
    await cost(1099);
    expect(await fixture.order(noor, body)).toBe(first);
    expect(answerSummary(await fixture.post(noor, { ...body, nonce: newId() }))).toBe('409 conflict');
    await cost(999);
  });

  test('of a member who has not confirmed their address is refused', async () => {
    expect(answerSummary(await fixture.post(await aMember(fixture.db, { status: 'not_confirmed' })))).toBe('403 not_confirmed');
    expect(
      answerSummary(await fixture.visitor.post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId() })),
    ).toBe('403 signed_out');
  });

  test('of a product that is no longer sold is refused', async () => {
    await fixture.db.$client.execute("update products set is_active = 0 where id = 'pack-300'");
    expect(answerSummary(await fixture.post(await aMember(fixture.db), { pack: 'pack-300' }))).toBe('422 invalid pack:unknown');
    await fixture.db.$client.execute("update products set is_active = 1 where id = 'pack-300'");
  });
});

describe('one nonce', () => {
  test('is one order: again the same answer, another content is refused', async () => {
    const noor = await aMember(fixture.db);
    const nonce = newId();
    const first = await fixture.post(noor, { nonce });
    const again = await fixture.post(noor, { nonce });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    for (const other of [{ pack: 'pack-20' }, { payment_method: 'card' }, { pack: undefined, plan: 'premium-1' }, { discount_code: 'X' }])
      expect(answerSummary(await fixture.post(noor, { nonce, ...other }))).toBe('409 conflict');
    expect(await fixture.ordersOf(noor)).toHaveLength(1);
  });

  test('of another member is another order', async () => {
    const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
    const nonce = newId();
    expect(await fixture.order(noor, { nonce })).not.toBe(await fixture.order(bas, { nonce }));
  });

  test('sent thirty times at once is one order', async () => {
    const noor = await aMember(fixture.db);
    const nonce = newId();
    const answers = await Promise.all(Array.from({ length: 30 }, () => fixture.post(noor, { nonce })));
    expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1);
    expect(await fixture.ordersOf(noor)).toHaveLength(1);
  });

  test('leads to the transaction once it was paid', async () => {
    const noor = await aMember(fixture.db);
    const nonce = newId();
    const id = await fixture.buy(noor, { nonce });
    expect((await fixture.post(noor, { nonce })).at('redirect')).toBe(`${fixture.url}/transactions/${id}`);
    expect(await fixture.orderLedgerLinesOf(noor)).toEqual(['purchase 50']);
  });
});

test('two tabs make two orders, and each is paid once', async () => {
  const noor = await aMember(fixture.db);
  const [one, other] = await Promise.all([fixture.order(noor), fixture.order(noor)]);
  await Promise.all([one, other].flatMap((id) => [fixture.press(id ?? '', 'paid'), fixture.press(id ?? '', 'twice')]));
  expect(await fixture.orderLedgerLinesOf(noor)).toEqual(['purchase 50', 'purchase 50']);
  expect(await fixture.credits(noor)).toBe(100);
  expect(await fixture.brokenInvariants()).toEqual([]);
});

test('orders beyond the hourly limit are refused with the time of its reset', async () => {
  await fixture.setSetting('orders_an_hour', 2);
  await avoidWindowEnd(HOUR);
  const noor = await aMember(fixture.db);
  await fixture.order(noor);
  await fixture.order(noor);
  const refused = await fixture.post(noor);
  expect(answerSummary(refused)).toBe('429 too_many');
  expect([refused.at('error.details.limit'), refused.headers.has('Retry-After')]).toEqual([2, true]);
  await fixture.setSetting('orders_an_hour', 600);
});

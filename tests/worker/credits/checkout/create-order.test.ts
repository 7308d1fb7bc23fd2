import { describe, expect, test } from 'vitest';
import { aMember, newId } from '../../../support/database/factories.ts';
import { allRows } from '../../../support/database/table-rows.ts';
import { aPayWorld, words } from '../payment-fixture.ts';

const world = aPayWorld();

describe('an order', () => {
  test('costs what the shop says, whatever the client sends of price, currency, credits or country', async () => {
    const noor = await aMember(world.db);
    const forged = {
      amount: 1,
      price: { amount: 1, currency: 'PLN' },
      currency: 'PLN',
      credits: 9999,
      country: 'PL',
      status: 'paid',
      member: newId(),
    };
    const id = await world.order(noor, forged);
    expect(await world.rowOf(id)).toMatchObject({
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
    expect(await world.credits(noor)).toBe(0);
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
    const noor = await aMember(world.db);
    const before = await allRows(world.db);
    expect(words(await world.post(noor, body))).toBe(expected);
    expect(await allRows(world.db)).toEqual(before);
  });

  test('at the price that the shop showed is accepted, and is still that order when the price has changed', async () => {
    const noor = await aMember(world.db);
    const cost = (amount: number) =>
      world.db.$client.execute({ sql: "update prices set amount = ? where product_id = 'pack-50' and country = 'NL'", args: [amount] });
    const body = { expects: { amount: 999, currency: 'EUR' }, nonce: newId() };
    const first = await world.order(noor, body);
    await cost(1099);
    expect(await world.order(noor, body)).toBe(first);
    expect(words(await world.post(noor, { ...body, nonce: newId() }))).toBe('409 conflict');
    await cost(999);
  });

  test('of a member who has not confirmed their address is refused', async () => {
    expect(words(await world.post(await aMember(world.db, { status: 'not_confirmed' })))).toBe('403 not_confirmed');
    expect(words(await world.visitor.post('/api/credits.php', { pack: 'pack-50', payment_method: 'ideal', nonce: newId() }))).toBe(
      '403 signed_out',
    );
  });

  test('of a product that is no longer sold is refused', async () => {
    await world.db.$client.execute("update products set is_active = 0 where id = 'pack-300'");
    expect(words(await world.post(await aMember(world.db), { pack: 'pack-300' }))).toBe('422 invalid pack:unknown');
    await world.db.$client.execute("update products set is_active = 1 where id = 'pack-300'");
  });
});

describe('one nonce', () => {
  test('is one order: again the same answer, another content is refused', async () => {
    const noor = await aMember(world.db);
    const nonce = newId();
    const first = await world.post(noor, { nonce });
    const again = await world.post(noor, { nonce });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    for (const other of [{ pack: 'pack-20' }, { payment_method: 'card' }, { pack: undefined, plan: 'premium-1' }, { discount_code: 'X' }])
      expect(words(await world.post(noor, { nonce, ...other }))).toBe('409 conflict');
    expect(await world.ordersOf(noor)).toHaveLength(1);
  });

  test('of another member is another order', async () => {
    const [noor, bas] = [await aMember(world.db), await aMember(world.db)];
    const nonce = newId();
    expect(await world.order(noor, { nonce })).not.toBe(await world.order(bas, { nonce }));
  });

  test('sent thirty times at once is one order', async () => {
    const noor = await aMember(world.db);
    const nonce = newId();
    const answers = await Promise.all(Array.from({ length: 30 }, () => world.post(noor, { nonce })));
    expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1);
    expect(await world.ordersOf(noor)).toHaveLength(1);
  });

  test('leads to the transaction once it was paid', async () => {
    const noor = await aMember(world.db);
    const nonce = newId();
    const id = await world.buy(noor, { nonce });
    expect((await world.post(noor, { nonce })).at('redirect')).toBe(`${world.url}/transactions/${id}`);
    expect(await world.linesOf(noor)).toEqual(['purchase 50']);
  });
});

test('two tabs make two orders, and each is paid once', async () => {
  const noor = await aMember(world.db);
  const [one, other] = await Promise.all([world.order(noor), world.order(noor)]);
  await Promise.all([one, other].flatMap((id) => [world.press(id ?? '', 'paid'), world.press(id ?? '', 'twice')]));
  expect(await world.linesOf(noor)).toEqual(['purchase 50', 'purchase 50']);
  expect(await world.credits(noor)).toBe(100);
  expect(await world.breaches()).toEqual([]);
});

test('orders beyond the hourly limit are refused with the time of its reset', async () => {
  await world.set('orders_an_hour', 2);
  const noor = await aMember(world.db);
  await world.order(noor);
  await world.order(noor);
  const refused = await world.post(noor);
  expect(words(refused)).toBe('429 too_many');
  expect([refused.at('error.details.limit'), refused.headers.has('Retry-After')]).toEqual([2, true]);
  await world.set('orders_an_hour', 600);
});

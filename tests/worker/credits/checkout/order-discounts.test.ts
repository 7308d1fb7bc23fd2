import { describe, expect, test } from 'vitest';
import { discounts, discountUses } from '#db/schema/index';
import { aCode, aMember } from '../../../support/database/factories.ts';
import { aPayWorld, words } from '../payment-fixture.ts';

const world = aPayWorld();

const usesOf = async (code: string) =>
  (await world.db.select().from(discountUses)).filter((use) => use.code === code).map(({ state }) => state);

describe('a discount', () => {
  test('lowers the price, rounds the result up to a cent, and is shown with the transaction', async () => {
    const noor = await aMember(world.db);
    const code = await aCode(world.db, { percent: 15 });
    const id = await world.buy(noor, { discount_code: ` ${code.toLowerCase()} ` });
    expect(await world.rowOf(id)).toMatchObject({ fullAmount: 999, amount: 850, vatAmount: 148, discountCode: code });
    expect((await world.transaction(noor, id)).at('transaction')).toMatchObject({
      full_price: { amount: 999 },
      price: { amount: 850 },
      discount: { code, percent: 15, off: { amount: 149, currency: 'EUR' } },
    });
  });

  test('of extra credits adds them to a pack, is taken back with it, and gives nothing with a plan', async () => {
    const noor = await aMember(world.db);
    const code = await aCode(world.db, { percent: null, extraCredits: 10 });
    expect(words(await world.post(noor, { pack: undefined, plan: 'premium-1', payment_method: 'card', discount_code: code }))).toBe(
      '404 unknown_code',
    );
    const id = await world.buy(noor, { discount_code: code });
    expect([await world.credits(noor), (await world.transaction(noor, id)).at('transaction.extra_credits')]).toEqual([60, 10]);
    await world.press(id, 'refunded');
    expect(await world.credits(noor)).toBe(0);
  });

  test('that applies automatically is in the prices of the shop and of the order', async () => {
    await world.db.insert(discounts).values({ code: 'WELCOME', kind: 'welcome', percent: 20, hours: 48, startsAt: 1, createdAt: 1 });
    const noor = await aMember(world.db, { createdAt: Date.now() });
    const shop = await world.shop(noor);
    expect([shop.at('packs.1.price.amount'), shop.at('packs.1.full_price.amount'), shop.at('discount.reason')]).toEqual([
      800,
      999,
      'welcome',
    ]);
    expect(await world.rowOf(await world.order(noor))).toMatchObject({ amount: 800, discountCode: 'WELCOME' });
    const later = await world.shop(noor);
    expect([later.at('discount'), later.at('packs.1.price.amount')]).toEqual([null, 999]);
    await world.db.delete(discounts);
  });

  test('is reserved with the order, kept once it is paid, returned when it ends unpaid, and kept when it is paid after all', async () => {
    const noor = await aMember(world.db);
    const code = await aCode(world.db);
    const id = await world.order(noor, { discount_code: code });
    expect([await usesOf(code), words(await world.post(noor, { discount_code: code }))]).toEqual([['reserved'], '404 unknown_code']);
    await world.press(id, 'canceled');
    expect(await usesOf(code)).toEqual(['returned']);
    await world.press(id, 'paid');
    expect(await usesOf(code)).toEqual(['kept']);
    expect(await world.breaches()).toEqual([]);
  });

  test('with one use, raced by thirty members, is used once', async () => {
    const code = await aCode(world.db, { uses: 1 });
    const members = await Promise.all(Array.from({ length: 30 }, () => aMember(world.db)));
    const answers = await Promise.all(members.map((member) => world.post(member, { discount_code: code })));
    expect(answers.map(words).toSorted()).toEqual(['201', ...Array.from({ length: 29 }, () => '404 unknown_code')]);
    expect(await usesOf(code)).toEqual(['reserved']);
    expect(await world.breaches()).toEqual([]);
  });

  test('raced by one member thirty times is used once', async () => {
    const noor = await aMember(world.db);
    const code = await aCode(world.db);
    await Promise.all(Array.from({ length: 30 }, () => world.post(noor, { discount_code: code })));
    expect((await world.ordersOf(noor)).filter(({ discountCode }) => discountCode === code)).toHaveLength(1);
    expect(await usesOf(code)).toEqual(['reserved']);
  });
});

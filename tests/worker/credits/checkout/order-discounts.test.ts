import { describe, expect, test } from 'vitest';
import { discounts, discountUses } from '#db/schema/index';
import { aDiscountCode, aMember } from '../../../support/database/factories.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();

const usesOf = async (code: string) =>
  (await fixture.db.select().from(discountUses)).filter((use) => use.code === code).map(({ state }) => state);

describe('a discount', () => {
  test('lowers the price, rounds the result up to a cent, and is shown with the transaction', async () => {
    const noor = await aMember(fixture.db);
    const code = await aDiscountCode(fixture.db, { percent: 15 });
    const id = await fixture.buy(noor, { discount_code: ` ${code.toLowerCase()} ` });
    expect(await fixture.rowOf(id)).toMatchObject({ fullAmount: 999, amount: 850, vatAmount: 148, discountCode: code });
    expect((await fixture.transaction(noor, id)).at('transaction')).toMatchObject({
      full_price: { amount: 999 },
      price: { amount: 850 },
      discount: { code, percent: 15, off: { amount: 149, currency: 'EUR' } },
    });
  });

  test('of extra credits adds them to a pack, is taken back with it, and gives nothing with a plan', async () => {
    const noor = await aMember(fixture.db);
    const code = await aDiscountCode(fixture.db, { percent: null, extraCredits: 10 });
    expect(
      answerSummary(await fixture.post(noor, { pack: undefined, plan: 'premium-1', payment_method: 'card', discount_code: code })),
    ).toBe('404 unknown_code');
    const id = await fixture.buy(noor, { discount_code: code });
    expect([await fixture.credits(noor), (await fixture.transaction(noor, id)).at('transaction.extra_credits')]).toEqual([60, 10]);
    await fixture.press(id, 'refunded');
    expect(await fixture.credits(noor)).toBe(0);
  });

  test('that applies automatically is in the prices of the shop and of the order', async () => {
    await fixture.db.insert(discounts).values({ code: 'WELCOME', kind: 'welcome', percent: 20, hours: 48, startsAt: 1, createdAt: 1 });
    const noor = await aMember(fixture.db, { createdAt: Date.now() });
    const shop = await fixture.shop(noor);
    expect([shop.at('packs.1.price.amount'), shop.at('packs.1.full_price.amount'), shop.at('discount.reason')]).toEqual([
      800,
      999,
      'welcome',
    ]);
    expect(await fixture.rowOf(await fixture.order(noor))).toMatchObject({ amount: 800, discountCode: 'WELCOME' });
    const later = await fixture.shop(noor);
    expect([later.at('discount'), later.at('packs.1.price.amount')]).toEqual([null, 999]);
    await fixture.db.delete(discounts);
  });

  test('is reserved with the order, kept once it is paid, returned when it ends unpaid, and kept when it is paid after all', async () => {
    const noor = await aMember(fixture.db);
    const code = await aDiscountCode(fixture.db);
    const id = await fixture.order(noor, { discount_code: code });
    expect([await usesOf(code), answerSummary(await fixture.post(noor, { discount_code: code }))]).toEqual([
      ['reserved'],
      '404 unknown_code',
    ]);
    await fixture.press(id, 'canceled');
    expect(await usesOf(code)).toEqual(['returned']);
    await fixture.press(id, 'paid');
    expect(await usesOf(code)).toEqual(['kept']);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('with one use, raced by thirty members, is used once', async () => {
    const code = await aDiscountCode(fixture.db, { maxUses: 1 });
    const members = await Promise.all(Array.from({ length: 30 }, () => aMember(fixture.db)));
    const answers = await Promise.all(members.map((member) => fixture.post(member, { discount_code: code })));
    expect(answers.map(answerSummary).toSorted()).toEqual(['201', ...Array.from({ length: 29 }, () => '404 unknown_code')]);
    expect(await usesOf(code)).toEqual(['reserved']);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('raced by one member thirty times is used once', async () => {
    const noor = await aMember(fixture.db);
    const code = await aDiscountCode(fixture.db);
    await Promise.all(Array.from({ length: 30 }, () => fixture.post(noor, { discount_code: code })));
    expect((await fixture.ordersOf(noor)).filter(({ discountCode }) => discountCode === code)).toHaveLength(1);
    expect(await usesOf(code)).toEqual(['reserved']);
  });
});

import { expect, test } from 'vitest';
import type { Discount } from '#contract/discounts';
import { shopIn, WELCOME } from '../../../../scripts/lib/screenshots/scenarios/credits-answers.ts';
import { cheapestOf, choiceOf, choicesOf, payingPath } from '../../../../web/features/credits/prices/priced-product.ts';

const EXTRA: Discount = { code: 'SUMMER', percent: null, extra_credits: 20, ends_at: null, reason: 'code' };
const HALF: Discount = { code: 'HALF', percent: 50, extra_credits: null, ends_at: null, reason: 'code' };
const shop = shopIn('NL', { discount: WELCOME });

test('a product has the price of the server with the automatic discount', () => {
  expect(choiceOf(shop, 'pack-120', null)).toMatchObject({
    kind: 'pack',
    credits: 120,
    extra: 0,
    price: { amount: 1600 },
    discount: WELCOME,
  });
  expect(choiceOf(shop, 'premium-3', null)).toMatchObject({ kind: 'plan', months: 3, price: { amount: 4558 } });
  expect(choiceOf(shop, 'pack-7', null)).toBeNull();
});

test('a typed code replaces that discount; extra credits come with packs only', () => {
  expect(choiceOf(shop, 'pack-120', HALF)).toMatchObject({ price: { amount: 1000 }, fullPrice: { amount: 1999 }, discount: HALF });
  expect(choiceOf(shop, 'pack-120', EXTRA)).toMatchObject({ price: { amount: 1999 }, extra: 20, discount: EXTRA });
  expect(choiceOf(shop, 'premium-3', EXTRA)).toMatchObject({ price: { amount: 5697 }, discount: null });
});

test('the pack whose credits cost least is named, and none where all cost the same', () => {
  expect(cheapestOf(choicesOf(shop, 'pack', null))).toBe('pack-300');
  expect(cheapestOf(choicesOf(shop, 'pack', null).slice(0, 1))).toBeNull();
  expect(cheapestOf([])).toBeNull();
});

test('the address of the payment carries the code and the page to return to', () => {
  expect(payingPath('/credits/pack-120/ideal', { code: 'HALF', back: '/chats/x?y=1' })).toBe(
    '/credits/pack-120/ideal?code=HALF&back=%2Fchats%2Fx%3Fy%3D1',
  );
  expect(payingPath('/credits', { code: null, back: null })).toBe('/credits');
});

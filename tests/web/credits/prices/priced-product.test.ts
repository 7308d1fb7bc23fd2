import { expect, test } from 'vitest';
import type { Discount } from '#contract/discounts';
import { shopIn, WELCOME_DISCOUNT } from '../../../../scripts/lib/screenshots/scenarios/credits-answers.ts';
import { cheapestPackOf, checkoutPath, pricedProductOf, pricedProductsOf } from '../../../../web/features/credits/prices/priced-product.ts';

const EXTRA: Discount = { code: 'SUMMER', percent: null, extra_credits: 20, ends_at: null, reason: 'code' };
const HALF: Discount = { code: 'HALF', percent: 50, extra_credits: null, ends_at: null, reason: 'code' };
const shop = shopIn('NL', { discount: WELCOME_DISCOUNT });

test('a product has the price of the server with the automatic discount', () => {
  expect(pricedProductOf(shop, 'pack-120', null)).toMatchObject({
    kind: 'pack',
    credits: 120,
    extraCredits: 0,
    price: { amount: 1600 },
    discount: WELCOME_DISCOUNT,
  });
  expect(pricedProductOf(shop, 'premium-3', null)).toMatchObject({ kind: 'plan', months: 3, price: { amount: 4558 } });
  expect(pricedProductOf(shop, 'pack-7', null)).toBeNull();
});

test('a typed code replaces that discount; extra credits come with packs only', () => {
  expect(pricedProductOf(shop, 'pack-120', HALF)).toMatchObject({ price: { amount: 1000 }, fullPrice: { amount: 1999 }, discount: HALF });
  expect(pricedProductOf(shop, 'pack-120', EXTRA)).toMatchObject({ price: { amount: 1999 }, extraCredits: 20, discount: EXTRA });
  expect(pricedProductOf(shop, 'premium-3', EXTRA)).toMatchObject({ price: { amount: 5697 }, discount: null });
});

test('the pack whose credits cost least is named, and none where all cost the same', () => {
  expect(cheapestPackOf(pricedProductsOf(shop, 'pack', null))).toBe('pack-300');
  expect(cheapestPackOf(pricedProductsOf(shop, 'pack', null).slice(0, 1))).toBeNull();
  expect(cheapestPackOf([])).toBeNull();
});

test('the address of the payment carries the code and the page to return to', () => {
  expect(checkoutPath('/credits/pack-120/ideal', { code: 'HALF', back: '/chats/x?y=1' })).toBe(
    '/credits/pack-120/ideal?code=HALF&back=%2Fchats%2Fx%3Fy%3D1',
  );
  expect(checkoutPath('/credits', { code: null, back: null })).toBe('/credits');
});

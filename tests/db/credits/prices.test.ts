import { eq, ne } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { allPaymentMethodsIn, changePrice, pricesIn, setPaymentMethodActive } from '#db/queries/credits/prices';
import {
  cheapestCredits,
  currencyOfMember,
  offerForMember,
  offersIn,
  paymentMethodsIn,
  paymentMethodsOfMember,
} from '#db/queries/credits/products';
import { members, paymentMethods, prices, products } from '#db/schema/index';
import { aMember } from '../../support/database/factories.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

beforeEach(async () => {
  for (const table of [prices, products, paymentMethods]) await db.delete(table);
  await db.insert(products).values([
    { id: 'small', kind: 'pack', credits: 10, position: 1 },
    { id: 'large', kind: 'pack', credits: 50, position: 2 },
    { id: 'old', kind: 'pack', credits: 900, position: 3, isActive: false },
    { id: 'plan', kind: 'plan', credits: 900, months: 1, position: 4 },
    { id: 'gift', kind: 'pack', credits: 0, position: 5 },
  ]);
  for (const [productId, amount] of [
    ['small', 300],
    ['large', 1000],
    ['old', 1],
    ['plan', 2],
    ['gift', 3],
  ] as const)
    await db.insert(prices).values([
      { productId, country: 'NL', currency: 'EUR', amount },
      { productId, country: 'PL', currency: 'PLN', amount: amount * 4 },
    ]);
  for (const country of ['NL', 'PL'])
    await db.insert(paymentMethods).values([
      { country, id: 'card', position: 2 },
      { country, id: `${country}-bank`, position: 1 },
      { country, id: 'closed', position: 3, isActive: false },
    ]);
});

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('prices are read of one country or of all, and changed of one product in one country', async () => {
  const amounts = async (country: string | null) =>
    (await pricesIn(db, country)).map((row) => `${row.country} ${row.productId} ${row.amount}`);
  expect(await amounts('PL')).toEqual(['PL small 1200', 'PL large 4000', 'PL old 4', 'PL plan 8', 'PL gift 12']);
  expect(await amounts(null)).toHaveLength(10);
  expect(await changePrice(db, 'small', 'PL', 7)).toEqual([{ currency: 'PLN' }]);
  expect(await changePrice(db, 'small', 'FR', 7)).toEqual([]);
  expect((await amounts(null)).filter((text) => text.endsWith(' 7'))).toEqual(['PL small 7']);
});

test('payment methods are read and switched by country and name', async () => {
  expect(idsOf(await allPaymentMethodsIn(db, 'NL'))).toEqual(['NL-bank', 'card', 'closed']);
  expect(idsOf(await paymentMethodsIn(db, 'NL'))).toEqual(['NL-bank', 'card']);
  expect(await setPaymentMethodActive(db, 'PL', 'card', false)).toEqual([{ id: 'card' }]);
  expect([idsOf(await paymentMethodsIn(db, 'PL')), idsOf(await paymentMethodsIn(db, 'NL'))]).toEqual([['PL-bank'], ['NL-bank', 'card']]);
});

test('active products are offered with their price in a country, or in the one where a member pays', async () => {
  const [, noor] = [await aMember(db, { paymentCountry: 'NL' }), await aMember(db, { paymentCountry: 'PL' })];
  expect((await offersIn(db, 'NL')).map(({ id, amount }) => [id, amount])).toEqual([
    ['small', 300],
    ['large', 1000],
    ['plan', 2],
    ['gift', 3],
  ]);
  const offer = async (id: string) => (await offerForMember(db, noor.id, id, 'NL')).map(({ amount, currency }) => [amount, currency]);
  expect([await offer('large'), await offer('old')]).toEqual([[[4000, 'PLN']], []]);
  expect(await currencyOfMember(db, noor.id, 'NL')).toEqual([{ currency: 'PLN' }]);
  expect(idsOf(await paymentMethodsOfMember(db, noor.id, 'NL'))).toEqual(['PL-bank', 'card']);
  await db.update(members).set({ paymentCountry: null }).where(eq(members.id, noor.id));
  expect([await offer('large'), await currencyOfMember(db, noor.id, 'NL')]).toEqual([[[1000, 'EUR']], [{ currency: 'EUR' }]]);
  await db.update(members).set({ paymentCountry: 'FR' }).where(eq(members.id, noor.id));
  expect([await offer('large'), await currencyOfMember(db, noor.id, 'NL')]).toEqual([[], []]);
});

test('a credit costs least in an active pack that holds credits', async () => {
  const cheapest = async () => (await cheapestCredits(db)).map(({ country, amount, credits }) => [country, amount, credits]).toSorted();
  expect(await cheapest()).toEqual([
    ['NL', 1000, 50],
    ['PL', 4000, 50],
  ]);
  // A pack that holds none is not one at all.
  await db.delete(prices).where(ne(prices.productId, 'gift'));
  expect(await cheapest()).toEqual([]);
});

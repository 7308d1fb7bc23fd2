import { expect, test } from 'vitest';
import { COUNTRIES } from '#contract/primitives';
import { aMember } from '../../../support/database/factories.ts';
import { bootOf, titleOf } from '../../../support/product/page-html.ts';
import { paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();
const idsOf = (list: unknown) => (Array.isArray(list) ? list.map(({ id }) => id) : []);

test('a visitor sees the prices of the country of their network, and no data of a member', async () => {
  const answer = await fixture.visitor.get('/api/credits.php', { 'CF-IPCountry': 'GB' });
  expect(answer.body).toMatchObject({
    is_open: true,
    currency: 'GBP',
    payment_country: 'GB',
    vat_percent: 20,
    discount: null,
    last_order: null,
    limits: null,
    owed: 0,
    unusual: null,
    premium: null,
  });
  expect(answer.at('packs.1')).toEqual({
    id: 'pack-50',
    credits: 50,
    price: { amount: 899, currency: 'GBP' },
    full_price: { amount: 899, currency: 'GBP' },
  });
  expect(answer.at('plans.0.gives')).toEqual(['free_messages', 'no_advertisements']);
});

test('a visitor from a country that is not served sees the prices of the default country', async () => {
  const answer = await fixture.visitor.get('/api/credits.php', { 'CF-IPCountry': 'JP' });
  expect([answer.at('payment_country'), answer.at('currency')]).toEqual(['NL', 'EUR']);
});

test.each(COUNTRIES)('%s has packs, plans, payment methods and a message price', async (country) => {
  const answer = await fixture.visitor.get('/api/credits.php', { 'CF-IPCountry': country });
  expect([idsOf(answer.at('packs')).length, idsOf(answer.at('plans')).length]).toEqual([4, 3]);
  expect(idsOf(answer.at('payment_methods'))).toEqual(expect.arrayContaining(['card', 'paypal']));
  const { costs, currency } = Object((await fixture.visitor.get('/api/settings.php')).at(`minimum_message_costs.${country}`));
  expect(currency).toBe(answer.at('currency'));
  expect(costs).toBeGreaterThan(0);
});

test.each([
  ['NL', 'ideal', 'iDEAL'],
  ['BE', 'bancontact', 'Bancontact'],
  ['AT', 'eps', 'EPS'],
  ['CH', 'twint', 'TWINT'],
  ['PL', 'blik', 'BLIK'],
])('%s is first offered %s', async (paymentCountry, id, name) => {
  const noor = await aMember(fixture.db, { paymentCountry });
  expect((await fixture.shop(noor)).at('payment_methods.0')).toMatchObject({ id, name });
});

test('names payment methods in the reader’s language', async () => {
  const names = async (language: string) =>
    (await fixture.visitor.get('/api/credits.php', { 'CF-IPCountry': 'DE', 'Accept-Language': language })).at('payment_methods');
  expect(await names('nl')).toContainEqual({ id: 'sepa', name: 'Automatische incasso (SEPA)', renews: true });
  expect(await names('en')).toContainEqual({ id: 'sepa', name: 'SEPA direct debit', renews: true });
});

test('a message costs a credit of the cheapest pack, in minor units rounded up', async () => {
  expect((await fixture.visitor.get('/api/settings.php')).at('minimum_message_costs.NL')).toEqual({ costs: 15, currency: 'EUR' });
  await fixture.setSetting('message_prices', { NL: 3 });
  expect((await fixture.visitor.get('/api/settings.php')).at('minimum_message_costs.NL')).toEqual({ costs: 45, currency: 'EUR' });
});

test('a price that the operator has set stays when the catalogue is filled again', async () => {
  const { fillCatalogue } = await import('#db/catalogue/fill-catalogue');
  await fixture.db.$client.execute("update prices set amount = 777 where product_id = 'pack-20' and country = 'IT'");
  await fillCatalogue(fixture.db);
  expect((await fixture.visitor.get('/api/credits.php', { 'CF-IPCountry': 'IT' })).at('packs.0.price.amount')).toBe(777);
});

test('a closed shop still says what things cost', async () => {
  await fixture.setSetting('payment_provider', 'none');
  const noor = await aMember(fixture.db);
  const answer = await fixture.shop(noor);
  expect([answer.at('is_open'), answer.at('packs.0.price.amount')]).toEqual([false, 499]);
  expect((await fixture.post(noor)).status).toBe(503);
  await fixture.setSetting('payment_provider', 'test');
});

test.each([
  ['/credits/pack-50', 200],
  ['/credits/pack-50/ideal', 200],
  ['/credits/pack-50/ideal/', 200],
  ['/credits/nothing', 404],
  ['/credits/nothing/ideal', 404],
  ['/credits/pack-50/nothing', 404],
  ['/credits/pack-50/blik', 404],
])('the page %s of a member who pays in the Netherlands answers %i, as its screen shows it', async (path, status) => {
  const { cookie } = await aMember(fixture.db, { paymentCountry: 'NL' });
  const page = await fixture.visitor.get(path, { Cookie: cookie, 'Accept-Language': 'en' });
  expect([page.status, titleOf(page)]).toEqual([status, status === 200 ? 'Your order · Vonk' : 'Error 404 · Vonk']);
  expect(bootOf(page).user).toMatchObject({ payment_country: 'NL' });
  // A visitor is led to the login whether or not the product exists, so that the page is 200.
  expect((await fixture.visitor.get(path)).status).toBe(200);
});

import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { discounts, operatorActivity, paymentMethods, prices, products } from '#db/schema/index';
import { testSite } from '../../support/product/test-site.ts';
import { siteCommandsInProcess, succeeded } from '../run-site-command.ts';

const fixture = testSite();
const site = siteCommandsInProcess(() => fixture.dbUrl);
const endedWith =
  (exitCode: 1 | 2) =>
  async (...args: string[]) => {
    const { ended, says } = await site(...args);
    expect(ended).toBe(`exit code ${exitCode}`);
    return says;
  };
const refusedWith = endedWith(1);
const wrongUsage = endedWith(2);

describe('discount', () => {
  afterEach(() => fixture.db.delete(discounts));

  test('creates a code, lists it with its uses, and ends it', async () => {
    expect(await site('discount', 'list')).toEqual(succeeded('There is no discount.'));
    const { says } = await site('discount', 'create', 'spring', '--percent', '20', '--end', '2099-03-01', '--uses', '100', '--each', '2');
    expect(says).toMatch(/^SPRING {2}code {2}20% {2}from \S+ \S+ UTC to 2099-03-01 00:00 UTC {2}used 0 of 100, 2 an account$/);
    expect(await site('discount', 'list')).toEqual(succeeded(says));
    expect(await wrongUsage('discount', 'end', 'Spring', '--reason', 'x'.repeat(501))).toContain('at most 500 characters');
    expect(await site('discount', 'end', 'Spring', '--reason', 'sold out')).toEqual(
      succeeded('SPRING has ended; orders that were made with it keep it.'),
    );
    expect(await fixture.db.select().from(operatorActivity)).toMatchObject([
      { act: 'discount_ended', subject: 'SPRING', reason: 'sold out' },
    ]);
    expect(await site('discount', 'list')).toEqual(succeeded('There is no discount.'));
    expect((await site('discount', 'list', '--ended')).says).toContain('SPRING  code  20%');
    expect(await refusedWith('discount', 'end', 'SPRING')).toBe('SPRING had ended before.');
    expect(await refusedWith('discount', 'end', 'NONE')).toBe('There is no code NONE.');
  });

  test('creates a welcome discount and a time bonus, of which only one each may be valid at a time', async () => {
    await site('discount', 'create', 'HELLO', '--kind', 'welcome', '--credits', '10', '--hours', '48');
    expect((await site('discount', 'list')).says).toMatch(/^HELLO {2}welcome {2}\+10 credits .* without an end, 48 h from each sign-up/);
    expect(await refusedWith('discount', 'create', 'HELLO2', '--kind', 'welcome', '--percent', '10', '--hours', '48')).toBe(
      'At that time there is a welcome already: HELLO. End it, or choose other times.',
    );
    const bonus = ['--kind', 'time_bonus', '--percent', '30'];
    await site('discount', 'create', 'MAY', ...bonus, '--start', '2099-05-01', '--end', '2099-05-03T18:00');
    expect(await refusedWith('discount', 'create', 'MAY2', ...bonus, '--start', '2099-05-02', '--end', '2099-06-01')).toContain('MAY');
    expect((await site('discount', 'create', 'JUNE', ...bonus, '--start', '2099-05-03T18:00', '--end', '2099-06-01')).ended).toBe(
      'exit code 0',
    );
  });

  test.each([
    ['a discount without percent and credits', ['--end', '2099-01-01'], 'Say what it gives'],
    ['percent and credits together', ['--percent', '10', '--credits', '5'], 'Say what it gives'],
    ['100 percent', ['--percent', '100'], '--percent is a whole number from 1 to 99, not 100.'],
    ['a fraction', ['--percent', '12.5'], 'not 12.5.'],
    ['a negative number', ['--credits=-5'], 'not -5.'],
    ['a day that does not exist', ['--percent', '10', '--end', '2099-02-31'], 'not 2099-02-31.'],
    ['an end in the past', ['--percent', '10', '--end', '2020-01-01'], '--end lies in the future'],
    ['an end before its start', ['--percent', '10', '--start', '2099-02-01', '--end', '2099-01-01'], 'after --start'],
    ['an unknown kind', ['--percent', '10', '--kind', 'stay'], '--kind is one of welcome, time_bonus, code, not stay.'],
    ['a welcome without hours', ['--percent', '10', '--kind', 'welcome'], '--hours N'],
    ['a time bonus without an end', ['--percent', '10', '--kind', 'time_bonus'], '--end TIME'],
    ['hours for another kind than welcome', ['--percent', '10', '--hours', '5'], '--hours is for a welcome alone'],
    ['an unknown option', ['--percents', '10'], '--percents'],
  ])('refuses %s and creates nothing', async (_, args, why) => {
    expect(await wrongUsage('discount', 'create', 'SPRING', ...args)).toContain(why);
    expect(await fixture.db.select().from(discounts)).toEqual([]);
  });

  test('refuses a code that exists, has invalid characters, or begins as the codes of a discount to stay do', async () => {
    await site('discount', 'create', 'SPRING', '--percent', '10');
    expect(await refusedWith('discount', 'create', 'spring', '--percent', '20')).toBe('There is a code SPRING already.');
    expect(await wrongUsage('discount', 'create', 'A B', '--percent', '20')).toContain('not A B.');
    expect(await wrongUsage('discount', 'create', 'STAY-1', '--percent', '20')).toContain('STAY-');
    expect(await wrongUsage('discount', 'create')).toContain('npm run site -- discount create');
    expect(await wrongUsage('discount', 'list', '--all')).toContain('npm run site -- discount list');
  });
});

describe('price and method', () => {
  beforeAll(async () => {
    // With ids of its own, because the catalogue has filled these tables already.
    await fixture.db.insert(products).values({ id: 'test-pack', kind: 'pack', credits: 5, position: 99 });
    await fixture.db.insert(prices).values({ productId: 'test-pack', country: 'PL', currency: 'PLN', amount: 1999 });
    for (const country of ['PL', 'BE']) await fixture.db.insert(paymentMethods).values({ country, id: 'test_method', position: 99 });
  });

  test('show and change what a product costs in a country', async () => {
    const { says } = await site('price', 'list', 'pl');
    expect(says).toContain('PL  test-pack  19.99 PLN');
    expect(new Set(says.split('\n').map((line) => line.slice(0, 2)))).toEqual(new Set(['PL']));
    expect(await site('price', 'set', 'test-pack', 'PL', '24.50')).toEqual(succeeded('PL  test-pack  24.50 PLN'));
    expect((await site('price', 'list')).says).toContain('PL  test-pack  24.50 PLN');
  });

  test.each([
    ['an unknown country', ['test-pack', 'JP', '1.00'], 'JP is none of the countries'],
    ['an amount without decimals', ['test-pack', 'PL', '1499'], 'Write the amount with its two places'],
    ['a comma', ['test-pack', 'PL', '14,99'], 'not 14,99.'],
    ['an amount of 0', ['test-pack', 'PL', '0.00'], 'not 0.00.'],
    ['a negative amount', ['test-pack', 'PL', '--', '-1.00'], 'not -1.00.'],
    ['no amount', ['test-pack', 'PL'], 'npm run site -- price set'],
  ])('refuse %s', async (_, args, why) => {
    expect(await wrongUsage('price', 'set', ...args)).toContain(why);
  });

  test('refuse a product that is not sold there', async () => {
    expect(await refusedWith('price', 'set', 'pack-of-nothing', 'PL', '1.00')).toContain('pack-of-nothing is not sold in PL. What is: ');
  });

  test('switch a payment method off and on', async () => {
    expect((await site('method', 'off', 'PL', 'test_method')).says).not.toContain('test_method');
    const offered = await fixture.db.select().from(paymentMethods).where(eq(paymentMethods.isActive, true));
    expect(offered).toContainEqual(expect.objectContaining({ country: 'BE', id: 'test_method' }));
    expect(offered.some(({ country }) => country === 'PL')).toBe(true);
    expect((await site('method', 'on', 'pl', 'test_method')).says).toMatch(/^PL is offered: .*test_method$/);
    expect(await refusedWith('method', 'on', 'PL', 'barter')).toMatch(/^PL has no method barter. What it has: .*test_method\.$/);
    expect(await wrongUsage('method', 'off', 'Mars', 'test_method')).toContain('Mars is none of the countries');
  });
});

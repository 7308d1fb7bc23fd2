import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import type { SpendingOrderRow } from '#db/queries/credits/orders';
import type { SpendingLimitsRow } from '#db/queries/credits/spending-limits';
import { converted } from '../../../../worker/features/credits/orders/exchange-rates.ts';
import { vatWithin } from '../../../../worker/features/credits/orders/money.ts';
import {
  exceededLimit,
  isUnusual,
  type Limits,
  limitsAfter,
  limitsAnswer,
  limitsInForce,
  limitsRowIn,
  ordersIn,
} from '../../../../worker/features/credits/shop/spending-limits.ts';

const NOW = 1_800_000_000_000;
const paid = (amount: number, ago: number): SpendingOrderRow => ({
  amount,
  returnedAmount: 0,
  currency: 'EUR',
  exchangeRates: null,
  status: 'paid',
  method: 'ideal',
  createdAt: NOW - ago,
  paidAt: NOW - ago,
  dueAt: null,
});
const open = (amount: number, ago: number): SpendingOrderRow => ({ ...paid(amount, ago), status: 'open', paidAt: null });
const RATES = { EUR: 1, GBP: 0.87, CHF: 0.93, PLN: 4.25 };
const IN_EUR = { currency: 'EUR', rates: RATES };
const limits = (change: Partial<Limits>): Limits => ({ day: null, week: null, month: null, ...change });

describe('a spending limit', () => {
  test('counts what was paid in its window and what can still be paid, nothing that ended unpaid or went back', () => {
    const by = (rows: readonly SpendingOrderRow[], amount = 1000) => exceededLimit(rows, limits({ day: 2000 }), { amount, now: NOW });
    expect(by([paid(1000, HOUR)])).toBeNull();
    expect(by([paid(1001, HOUR)])).toEqual({ limit: 2000, endsAt: NOW - HOUR + DAY });
    expect(by([paid(5000, DAY + 1)])).toBeNull();
    expect(by([open(1001, HOUR)])).toEqual({ limit: 2000, endsAt: NOW + 25 * HOUR });
    expect(by([open(1001, 26 * HOUR), { ...open(5000, 1), status: 'failed' }])).toBeNull();
    expect(by([{ ...open(1001, HOUR), status: 'canceled', dueAt: NOW }])).toEqual({ limit: 2000, endsAt: NOW + 25 * HOUR });
    expect(by([{ ...paid(5000, 1), returnedAmount: 4000, status: 'paid' }])).toBeNull();
    expect(by([], 2001)).toEqual({ limit: 2000, endsAt: null });
  });

  test('of a week counts a pending direct debit as if it had been paid when it was made', () => {
    const by = (ago: number) => exceededLimit([{ ...open(1001, ago), method: 'sepa' }], limits({ week: 2000 }), { amount: 1000, now: NOW });
    expect([by(6 * DAY)?.endsAt, by(7 * DAY)]).toEqual([NOW + DAY, null]);
  });

  test('resets when enough of what counts has left its window; of several limits the latest reset is given', () => {
    const rows = [paid(600, 3 * HOUR), paid(600, 2 * HOUR), paid(600, HOUR)];
    const all = limits({ day: 1800, week: 1500 });
    expect(exceededLimit(rows, limits({ day: 1800 }), { amount: 700, now: NOW })).toEqual({ limit: 1800, endsAt: NOW - 2 * HOUR + DAY });
    expect(exceededLimit(rows, all, { amount: 700, now: NOW })).toEqual({ limit: 1500, endsAt: NOW - 2 * HOUR + 7 * DAY });
  });

  test('that allows an order never lets more be spent than its amount', () => {
    const Row = fc.tuple(fc.nat(5000), fc.nat(40 * DAY)).map(([amount, ago]) => paid(amount, ago));
    fc.assert(
      fc.property(fc.array(Row, { maxLength: 10 }), fc.nat(9000), fc.nat(5000), (rows, limit, amount) => {
        const spent = rows.filter(({ paidAt }) => (paidAt ?? 0) + 7 * DAY > NOW).reduce((sum, row) => sum + row.amount, 0);
        const broken = exceededLimit(rows, limits({ week: limit }), { amount, now: NOW });
        expect(broken === null).toBe(spent + amount <= limit);
        if (broken?.endsAt) expect(exceededLimit(rows, limits({ week: limit }), { amount, now: broken.endsAt })).toBeNull();
      }),
    );
  });
});

describe('a spending limit over several currencies', () => {
  test('counts an order of another currency at the rates of its time, rounded up, less what was returned', () => {
    const rows = [
      paid(1000, HOUR),
      { ...paid(449, HOUR), currency: 'GBP', exchangeRates: { EUR: 1, GBP: 0.87 } },
      { ...paid(449, HOUR), currency: 'GBP', returnedAmount: 440 },
      { ...open(490, HOUR), currency: 'CHF' },
    ];
    expect(ordersIn(rows, 'EUR', RATES).map(({ amount, returnedAmount }) => amount - returnedAmount)).toEqual([1000, 517, 11, 527]);
  });

  test('lets no more through than its amount, whatever the currencies and rates', () => {
    const Rate = fc.integer({ min: 1000, max: 1_000_000_000 }).map((parts) => parts / 1_000_000);
    const Rates = fc.record({ EUR: Rate, GBP: Rate, PLN: Rate });
    const Currency = fc.constantFrom('EUR', 'GBP', 'PLN');
    const Row = fc
      .tuple(fc.nat(5000), Currency, fc.option(Rates))
      .map(([amount, currency, exchangeRates]) => ({ ...paid(amount, HOUR), currency, exchangeRates }));
    const parts = (rate: number) => BigInt(Math.round(rate * 1_000_000));
    fc.assert(
      fc.property(fc.array(Row, { maxLength: 6 }), Rates, fc.nat(20_000), fc.nat(5000), Currency, (rows, now, limit, amount, currency) => {
        const counted = converted(amount, { from: currency, to: 'EUR', rates: now }, 'up');
        const broken = exceededLimit(ordersIn(rows, 'EUR', now), limits({ day: limit }), { amount: counted, now: NOW });
        if (broken) return;
        // The exact sum as a fraction, over the product of all divisors.
        const all = [...rows, { amount, currency, exchangeRates: now }].map((row) => {
          const rates = row.exchangeRates ?? now;
          const isEuro = row.currency === 'EUR';
          return { above: BigInt(row.amount) * (isEuro ? 1n : parts(rates.EUR)), below: isEuro ? 1n : parts(rates[row.currency]) };
        });
        const below = all.reduce((product, one) => product * one.below, 1n);
        const above = all.reduce((sum, one) => sum + (one.above * below) / one.below, 0n);
        expect(above <= BigInt(limit) * below).toBe(true);
      }),
    );
  });

  test('is shown in another currency so that exactly what is shown fits', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.constantFrom('GBP', 'PLN', 'CHF'), (limit, currency) => {
        const row = rowAfter(null, limits({ day: limit }), NOW);
        const shown = limitsAnswer(row, NOW, { currency, rates: RATES });
        const fits = (amount: number) => converted(amount, { from: currency, to: 'EUR', rates: RATES }, 'up') <= limit;
        expect([shown?.set_in, fits(shown?.day ?? -1), fits((shown?.day ?? -1) + 1)]).toEqual(['EUR', true, false]);
      }),
    );
  });

  test('is not loosened by being saved as it is shown, and a wait is not prolonged', () => {
    const first = rowAfter(null, limits({ day: 5001 }), NOW);
    const waiting = rowAfter(first, limits({ day: 9001 }), NOW);
    const inPounds = limitsRowIn(waiting, 'GBP', RATES);
    expect(inPounds).toMatchObject({ currency: 'GBP', day: 4350, pending: { day: 7830 }, pendingFrom: NOW + DAY });
    expect(limitsAfter(inPounds, limits({ day: 7830 }), NOW + HOUR)).toMatchObject({ day: 4350, pendingFrom: NOW + DAY });
    expect(limitsAfter(inPounds, limits({ day: 4350 }), NOW + HOUR)).toEqual({
      ...limits({ day: 4350 }),
      pending: null,
      pendingFrom: null,
    });
  });
});

const LimitsChange = fc.record({ day: fc.option(fc.nat(100)), week: fc.option(fc.nat(100)), month: fc.option(fc.nat(100)) });
const rowAfter = (row: SpendingLimitsRow | null, wish: Limits, now: number): SpendingLimitsRow => ({
  memberId: 'noor',
  currency: 'EUR',
  ...limitsAfter(row, wish, now),
});

describe('changing limits', () => {
  test('stricter counts at once, looser after a day', () => {
    const first = rowAfter(null, limits({ day: 5000 }), NOW);
    expect(limitsInForce(first, NOW)).toEqual(limits({ day: 5000 }));
    const mixed = rowAfter(first, limits({ day: 9000, week: 1000 }), NOW);
    expect(limitsAnswer(mixed, NOW, IN_EUR)).toEqual({
      ...limits({ day: 5000, week: 1000 }),
      pending: { ...limits({ day: 9000, week: 1000 }), from: new Date(NOW + DAY).toISOString() },
      set_in: null,
    });
    expect(limitsAnswer(mixed, NOW + DAY, IN_EUR)).toEqual({ ...limits({ day: 9000, week: 1000 }), pending: null, set_in: null });
  });

  test('repeating a change does not prolong its wait; taking it back ends it', () => {
    const first = rowAfter(null, limits({ day: 5000 }), NOW);
    const wish = limits({ day: 9000 });
    const looser = rowAfter(first, wish, NOW);
    expect(rowAfter(looser, wish, NOW + HOUR).pendingFrom).toBe(NOW + DAY);
    expect(rowAfter(looser, limits({ day: 5000 }), NOW + HOUR)).toMatchObject({ day: 5000, pending: null, pendingFrom: null });
    expect(rowAfter(looser, limits({}), NOW + HOUR).pendingFrom).toBe(NOW + HOUR + DAY);
  });

  test('no series of changes within a day ever raises the limit in force', () => {
    const isWithin = (now: number | null, before: number | null) => before === null || (now !== null && now <= before);
    fc.assert(
      fc.property(fc.array(fc.tuple(LimitsChange, fc.nat(HOUR)), { minLength: 2, maxLength: 20 }), (wishes) => {
        let now = NOW;
        let row: SpendingLimitsRow | null = null;
        let held = limitsInForce(row, now);
        for (const [wish, pause] of wishes) {
          now += pause;
          row = rowAfter(row, wish, now);
          const next = limitsInForce(row, now);
          if (now < NOW + DAY) for (const span of ['day', 'week', 'month'] as const) expect(isWithin(next[span], held[span])).toBe(true);
          held = next;
        }
        const last = wishes.at(-1)?.[0];
        expect(limitsInForce(row, now + DAY)).toEqual(last);
      }),
    );
  });
});

test.each([
  [5001, 0, true],
  [5000, 0, false],
  [9000, 90_000, false],
  [9001, 90_000, true],
])('%i today after %i in thirty days is unusual: %s', (today, before, expected) => {
  expect(isUnusual({ today, before }, 5000)).toBe(expected);
  expect(isUnusual({ today, before }, undefined)).toBe(false);
});

test('the tax within a price and the price without it make the price', () => {
  expect([vatWithin(999, 2100), vatWithin(999, 0), vatWithin(1, 2300), vatWithin(1990, 810)]).toEqual([173, 0, 0, 149]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { withdrawalOf } from '../../../../worker/features/credits/transactions/withdrawal-rules.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');
type Ordered = Parameters<typeof withdrawalOf>[0];
const pack: Ordered & { readonly paidAt: number } = {
  kind: 'pack',
  status: 'paid',
  paidAt: NOW - DAY,
  amount: 999,
  credits: 50,
  extraCredits: 0,
  takenCredits: 0,
  returnedAmount: 0,
  withdrawnAmount: 0,
};
const plan: Ordered = { ...pack, kind: 'plan', credits: 0, amount: 2499 };
const withdrawalOfPack = (order: Partial<Ordered>, remaining = 1000) =>
  withdrawalOf({ ...pack, ...order }, { credits: remaining, span: null }, NOW);
const usedDays = (used: number, all: number) => ({ credits: 0, span: { fromAt: NOW - used * DAY, untilAt: NOW + (all - used) * DAY } });

describe('withdrawing from a pack', () => {
  test.each([
    ['gives all back while nothing is used', {}, 1000, 50, 999],
    ['gives the share back that is there still', {}, 20, 20, 400],
    ['counts credits that came on top', { extraCredits: 50 }, 1000, 100, 999],
    ['leaves out what went back before', { takenCredits: 25, returnedAmount: 500 }, 1000, 25, 499],
  ])('%s', (_, order, remaining, credits, amount) => {
    expect(withdrawalOfPack(order, remaining)).toEqual({ credits, amount, until: pack.paidAt + 14 * DAY });
  });

  test.each([
    ['is not paid', { status: 'open', paidAt: null }],
    ['was given back', { status: 'refunded' }],
    ['was paid 15 days ago, when the 14th day after is over everywhere', { paidAt: NOW - 15 * DAY }],
    ['was withdrawn from', { withdrawnAmount: 1 }],
    ['has lost all its credits', { takenCredits: 50 }],
  ])('is not possible when it %s', (_, order) => {
    expect(withdrawalOfPack(order)).toBeNull();
  });

  test('is possible to the end of the 14th day after in every time zone', () => {
    const paidAt = NOW - 15 * DAY + 1;
    expect(withdrawalOfPack({ paidAt })?.until).toBe(paidAt + 14 * DAY);
  });

  test('is not possible once every credit is spent', () => {
    expect(withdrawalOfPack({}, 0)).toBeNull();
  });

  test('never refunds more than was paid, nor less than the unused share, whatever was refunded before', () => {
    const whole = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 500 }),
        whole(600),
        whole(600),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (amount, credits, remaining, taken, back) => {
          const order = { amount, credits, takenCredits: Math.min(taken, credits), returnedAmount: Math.floor(amount * back) };
          const found = withdrawalOfPack(order, remaining);
          if (!found) return;
          expect(found.credits).toBeLessThanOrEqual(Math.min(remaining, credits - order.takenCredits));
          expect(found.amount + order.returnedAmount).toBeLessThanOrEqual(amount);
          expect(found.amount === amount - order.returnedAmount || found.amount * credits >= amount * found.credits).toBe(true);
        },
      ),
    );
  });
});

describe('withdrawing from a plan', () => {
  test.each([
    ['gives all back before it has begun', usedDays(-3, 27), 2499],
    ['gives back the days that have not begun', usedDays(10, 30), 1666],
    ['does not give back the day that runs', usedDays(10.5, 30), 1583],
  ])('%s', (_, owned, amount) => {
    expect(withdrawalOf(plan, owned, NOW)).toEqual({ credits: 0, amount, until: pack.paidAt + 14 * DAY });
  });

  test('is not possible on its last day, nor where there is no span', () => {
    expect(withdrawalOf(plan, usedDays(29.5, 30), NOW)).toBeNull();
    expect(withdrawalOf(plan, { credits: 0, span: null }, NOW)).toBeNull();
  });
});

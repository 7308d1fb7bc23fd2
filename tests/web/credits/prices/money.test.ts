import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountInputText, discounted, divideRoundedUp, parseAmount, taxWithin } from '../../../../web/features/credits/prices/money.ts';

const euros = (amount: number) => ({ amount, currency: 'EUR' as const });
const AMOUNT = fc.integer({ min: 1, max: 1_000_000 });

describe('a price', () => {
  test('with a discount is rounded up, at least one cent, and never higher than without', () => {
    fc.assert(
      fc.property(AMOUNT, fc.integer({ min: 0, max: 99 }), (amount, percent) => {
        const left = discounted(euros(amount), { percent }).amount;
        expect(left).toBeLessThanOrEqual(amount);
        expect(left).toBeGreaterThanOrEqual(Math.max(1, amount - (amount * percent) / 100));
      }),
    );
    expect(discounted(euros(1999), { percent: 20 }).amount).toBe(1600);
    expect(discounted(euros(1999), { percent: null }).amount).toBe(1999);
    expect(discounted(euros(1999), null).amount).toBe(1999);
  });

  test('in parts is no less than as a whole', () => {
    fc.assert(
      fc.property(AMOUNT, fc.integer({ min: 1, max: 500 }), (amount, parts) => {
        expect(divideRoundedUp(euros(amount), parts).amount * parts).toBeGreaterThanOrEqual(amount);
      }),
    );
    expect(divideRoundedUp(euros(799), 30)).toEqual(euros(27));
  });

  test('contains its tax', () => {
    expect([taxWithin(euros(1600), 21), taxWithin(euros(1600), 0), taxWithin(euros(1600), 8.1)]).toEqual([278, 0, 120].map(euros));
  });
});

describe('an amount', () => {
  test('is read with a comma or a point, and comes back as it was', () => {
    expect(['25', '12,50', '12.5', ' 7 ', ''].map(parseAmount)).toEqual([2500, 1250, 1250, 700, null]);
    fc.assert(fc.property(fc.integer({ min: 0, max: 99_999_999 }), (amount) => parseAmount(amountInputText(amount)) === amount));
    expect(amountInputText(null)).toBe('');
  });

  test.each(['-1', '1.234,50', '12.345', 'ten', '1e3', '25,5,5', '9999999'])('is not read from %s', (typed) => {
    expect(parseAmount(typed)).toBeUndefined();
  });
});

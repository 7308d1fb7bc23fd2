import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCIES } from '#contract/money';
import { decimalOf, minorOf } from '../../../../worker/platform/payments/providers/decimal-amount.ts';
import { PaymentFailure } from '../../../../worker/platform/payments/providers/payment-provider.ts';

const currency = fc.constantFrom(...CURRENCIES, 'JPY', 'BHD');

test('an amount comes back from its decimal, to the last minor unit', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), currency, (amount, its) => {
      expect(minorOf(decimalOf(amount, its), its)).toBe(amount);
    }),
  );
});

test.each([
  [1995, 'EUR', '19.95'],
  [5, 'EUR', '0.05'],
  [0, 'PLN', '0.00'],
  [100, 'GBP', '1.00'],
  [1995, 'JPY', '1995'],
  [1995, 'BHD', '1.995'],
])('%d of %s is %s', (amount, its, decimal) => {
  expect(decimalOf(amount, its)).toBe(decimal);
});

test.each(['', '-1.00', '1,00', '1.001', '1e3', ' 1.00', '1.0.0', 'NaN', '1234567890123.00'])('%j is no amount in euros', (decimal) => {
  expect(() => minorOf(decimal, 'EUR')).toThrow(PaymentFailure);
});

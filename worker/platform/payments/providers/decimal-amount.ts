import { PaymentFailure } from './payment-provider.ts';

const digitsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** An amount in minor units as a decimal with all digits of its currency: 1995 EUR is "19.95", 1995 JPY "1995". */
export function decimalOf(amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** The minor units of a decimal. Throws a PaymentFailure if it is no decimal or has more digits than its currency. */
export function minorOf(value: string, currency: string): number {
  const digits = digitsOf(currency);
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === '' || fraction.length > digits) throw new PaymentFailure('no amount of its currency');
  return Number(whole + fraction.padEnd(digits, '0'));
}

import type { PaymentProvider } from '../platform/payments/provider.ts';
import { DAY } from './limit.ts';

/** No month is longer. */
const MONTH_MS = 31 * DAY;

/** Whether a provider can renew a plan that begins where its buyer's premium ends: not every interval, and not from however far ahead. */
export function canRenew(
  { renewsWithin }: Pick<PaymentProvider, 'renewsWithin'>,
  { months }: { readonly months: number },
  premiumUntil: number | null,
  now: number,
): boolean {
  const running = Math.max(0, (premiumUntil ?? 0) - now);
  // Where nothing runs the first renewal is an interval away, and no date has to be moved.
  const isNear = running === 0 || running + months * MONTH_MS <= renewsWithin.aheadMs;
  return months <= renewsWithin.months && isNear;
}

import { DAY } from '../../../domain/rate-limit.ts';
import type { PaymentProvider } from '../../../platform/payments/providers/payment-provider.ts';

/** No month is longer. */
const MONTH_MS = 31 * DAY;

interface Buyer {
  readonly premiumUntil: number | null;
  /** Whether a plan of theirs renews already. */
  readonly isRenewing: boolean;
}

/** Whether a provider can renew a plan that begins where its buyer's premium ends: not every interval, not from however far ahead, and not beside another that renews, as both would be charged. */
export function canRenew(
  { renewsWithin }: Pick<PaymentProvider, 'renewsWithin'>,
  { months }: { readonly months: number },
  { premiumUntil, isRenewing }: Buyer,
  now: number,
): boolean {
  const running = Math.max(0, (premiumUntil ?? 0) - now);
  // Where nothing runs the first renewal is an interval away, and no date has to be moved.
  const isNear = running === 0 || running + months * MONTH_MS <= renewsWithin.aheadMs;
  return !isRenewing && months <= renewsWithin.months && isNear;
}

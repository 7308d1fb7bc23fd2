import { DAY } from '#contract/durations';
import type { PaymentProvider } from '../../../platform/payments/providers/payment-provider.ts';

/** The longest month. */
const MONTH_MS = 31 * DAY;

interface Buyer {
  readonly premiumUntil: number | null;
  /** Whether one of their plans renews already. */
  readonly isRenewing: boolean;
}

/**
 * Whether a provider can renew a plan that begins when its buyer's premium ends: its months and the time until the first renewal must be
 * within the provider's limits, and no other plan of the buyer may renew, as both would be charged (docs/product.md, "Premium renewal").
 */
export function canRenew(
  { renewsWithin }: Pick<PaymentProvider, 'renewsWithin'>,
  { months }: { readonly months: number },
  { premiumUntil, isRenewing }: Buyer,
  now: number,
): boolean {
  const remaining = Math.max(0, (premiumUntil ?? 0) - now);
  // Without running premium the first renewal is one interval away, so no date has to be moved.
  const isNear = remaining === 0 || remaining + months * MONTH_MS <= renewsWithin.aheadMs;
  return !isRenewing && months <= renewsWithin.months && isNear;
}

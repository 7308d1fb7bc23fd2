import * as v from 'valibot';
import { minorOf } from './decimal-amount.ts';
import type { Payment } from './payment-provider.ts';

const Amount = v.object({ value: v.string(), currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)) });
const Metadata = v.fallback(v.nullish(v.object({ order: v.optional(v.string()), key: v.optional(v.string()) })), null);

export const MollieRefund = v.object({ amount: Amount, status: v.string(), metadata: Metadata });

/** The fields of a payment that are used (Mollie API v2, "Get payment" with embedded refunds and chargebacks). */
export const MolliePayment = v.object({
  id: v.string(),
  status: v.string(),
  amount: Amount,
  metadata: Metadata,
  sequenceType: v.nullish(v.string()),
  customerId: v.nullish(v.string()),
  subscriptionId: v.nullish(v.string()),
  /** Missing once the payment has ended. */
  isCancelable: v.nullish(v.boolean()),
  _links: v.object({ checkout: v.nullish(v.object({ href: v.string() })) }),
  _embedded: v.nullish(
    v.object({
      refunds: v.nullish(v.array(MollieRefund)),
      chargebacks: v.nullish(v.array(v.object({ amount: Amount, reversedAt: v.nullish(v.string()) }))),
    }),
  ),
});
export type MolliePayment = v.InferOutput<typeof MolliePayment>;

export const MollieSubscription = v.object({ id: v.string(), status: v.string(), metadata: Metadata });

/** Mollie's statuses that are final. All others, `open`, `pending` and `authorized`, count as open. */
const STATUSES: Readonly<Record<string, Payment['status']>> = { paid: 'paid', failed: 'failed', canceled: 'canceled', expired: 'expired' };
/** The statuses of refunds that count. Those that are `queued` do not: they wait for a balance and can still be canceled. */
const REFUND_STATUSES = new Set(['pending', 'processing', 'refunded']);

const sum = (amounts: readonly v.InferOutput<typeof Amount>[]) =>
  amounts.reduce((total, { value, currency }) => total + minorOf(value, currency), 0);

/** A payment of Mollie as a Payment. That of a renewal has no order. */
export function molliePayment({
  id,
  status,
  amount,
  metadata,
  subscriptionId,
  customerId,
  sequenceType,
  _embedded,
}: MolliePayment): Payment {
  const isRenewal = sequenceType === 'recurring' || Boolean(subscriptionId);
  return {
    ref: id,
    orderId: isRenewal ? null : (metadata?.order ?? null),
    status: STATUSES[status] ?? 'open',
    amount: minorOf(amount.value, amount.currency),
    currency: amount.currency,
    refunded: sum((_embedded?.refunds ?? []).filter((refund) => REFUND_STATUSES.has(refund.status)).map((refund) => refund.amount)),
    chargedBack: sum((_embedded?.chargebacks ?? []).filter(({ reversedAt }) => !reversedAt).map((chargeback) => chargeback.amount)),
    subscription: subscriptionId && customerId ? { ref: subscriptionId, customer: customerId } : null,
  };
}

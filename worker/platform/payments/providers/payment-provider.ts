import type { Locale } from '#contract/primitives';

export type ProviderName = 'stripe' | 'mollie' | 'test';

/** The order to be paid, with the values that are stored. */
export interface PaymentOrder {
  readonly id: string;
  /** Minor units, tax included. */
  readonly amount: number;
  readonly currency: string;
  /** The payment method's slug in the catalogue. The provider maps it to its own name. */
  readonly method: string;
  /** The text that the provider shows and prints on statements, in the member's language. */
  readonly description: string;
  readonly locale: Locale;
  readonly country: string;
  /** The address to which the payer returns. Returning proves nothing. */
  readonly returnUrl: string;
  /** The address to which the provider sends its webhooks. */
  readonly webhookUrl: string;
  /** Set if the member asked for renewal: every so many months from the end of the first span. */
  readonly renewal: { readonly months: number } | null;
}

/** The present state of a payment, as its provider answers when asked. Amounts are in minor units. */
export interface Payment {
  readonly ref: string;
  /** The order it was made for; null for a renewal, which the provider starts by itself. */
  readonly orderId: string | null;
  readonly status: 'open' | 'paid' | 'failed' | 'canceled' | 'expired';
  readonly amount: number;
  readonly currency: string;
  /** Refunds in all. */
  readonly refunded: number;
  /** Charge-backs in all, without those that the operator won. */
  readonly chargedBack: number;
  /** The subscription that made this payment, or that this first payment opened. */
  readonly subscription: { readonly ref: string; readonly customer: string } | null;
}

/** The names of the payments that a webhook is about, or that a subscription made. `find` takes them. */
export type PaymentRefs = readonly string[];

/**
 * A payment provider. Each call ends within 5 seconds or throws a PaymentFailure, and may be repeated, because the order's id is the
 * idempotency key. Neither the payer's return nor a webhook is believed beyond the name in it
 * (docs/decisions/0049-believe-the-payment-provider-not-the-webhook.md).
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** The methods of the catalogue that this provider supports. */
  readonly methods: readonly string[];
  /** Those of them with which a plan can renew. */
  readonly renewingMethods: readonly string[];
  /** The most months of a plan that renews, and how far ahead its first renewal may lie. */
  readonly renewsWithin: { readonly months: number; readonly aheadMs: number };
  /** Whether the provider signs its webhooks. */
  readonly signsWebhooks: boolean;
  /** Creates the payment of an order. `ref` is its name at the provider, `redirect` the address at which it is paid. */
  create(order: PaymentOrder): Promise<{ readonly ref: string; readonly redirect: string }>;
  /** The state of a payment. Null if the provider knows none of that name. */
  find(ref: string): Promise<Payment | null>;
  /** Cancels a payment that is still open, if the provider allows that. Returns its state afterwards, as `find` does. */
  cancel(ref: string): Promise<Payment | null>;
  /** Refunds an amount the way the payment came. Calls with the same `key` make one refund. */
  refund(ref: string, refund: { readonly amount: number; readonly currency: string; readonly key: string }): Promise<void>;
  /** The names of the payments in a webhook. They may differ from `Payment.ref`, which `find` returns. Null if it is not genuine. */
  readWebhook(webhook: { readonly body: string; readonly signature: string }): Promise<PaymentRefs | null>;
  /**
   * Opens the subscription that a first payment allowed, unless the provider has opened it already, and sets its first renewal to
   * `startsAt`, in milliseconds. A repeated call returns the same subscription. Null if it cannot renew.
   */
  subscribe(
    first: Payment,
    renewal: { readonly order: PaymentOrder; readonly months: number; readonly startsAt: number },
  ): Promise<{ readonly ref: string; readonly customer: string } | null>;
  /** The names of the latest payments that a subscription made, in case their webhooks never came. */
  renewals(subscription: { readonly ref: string; readonly customer: string }): Promise<PaymentRefs>;
  /** Ends a subscription. Does nothing if it has ended already. */
  unsubscribe(subscription: { readonly ref: string; readonly customer: string }): Promise<void>;
}

/** The provider could not be reached, was too slow or refused. `isFinal`: asking again cannot help. */
export class PaymentFailure extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

import type { Locale } from '#contract/primitives';

export type ProviderName = 'stripe' | 'mollie' | 'test';

/** What is to be paid, as the stored order has it. */
export interface PaymentOrder {
  readonly id: string;
  /** Minor units, tax included. */
  readonly amount: number;
  readonly currency: string;
  /** A slug of the catalogue; the provider maps it to its own name. */
  readonly method: string;
  /** What the provider shows and prints on statements, in the member's language. */
  readonly description: string;
  readonly locale: Locale;
  readonly country: string;
  /** Where the payer comes back to; grants nothing. */
  readonly returnUrl: string;
  /** Where notices go. */
  readonly webhookUrl: string;
  /** Set where the member asked for renewal: every so many months from the end of the first span on. */
  readonly renewal: { readonly months: number } | null;
}

/** The truth about a payment at this moment, as its provider tells it when asked. */
export interface Payment {
  readonly ref: string;
  /** The order it was made for; null for a renewal that the provider began by itself. */
  readonly orderId: string | null;
  readonly status: 'open' | 'paid' | 'failed' | 'canceled' | 'expired';
  readonly amount: number;
  readonly currency: string;
  /** Given back in all, minor units: refunds, and what was charged back and not won again. */
  readonly refunded: number;
  readonly chargedBack: number;
  /** The subscription it belongs to: made by it, or the one that this first payment opened. */
  readonly subscription: { readonly ref: string; readonly customer: string } | null;
}

/** What a notice names: payments to ask after. */
export type Notice = readonly string[];

/**
 * One payment provider. Every call may fail or hang (5 s at most, then it throws PaymentFailure); each may be repeated: the order's id
 * is the idempotency key. No answer of the payer's browser, and nothing a notice says beyond a name, is ever believed (paying, "Payment port").
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  /** The catalogue's methods that this provider can take. */
  readonly methods: readonly string[];
  /** Those of them that a plan's renewal can be opened with. */
  readonly renewingMethods: readonly string[];
  /** How many months a plan may have that renews, and how far ahead its first renewal may be put off. */
  readonly renewsWithin: { readonly months: number; readonly aheadMs: number };
  /** Whether its notices are proven to be its own. */
  readonly signsNotices: boolean;
  /** Makes the payment; `ref` names it from then on, `redirect` is where it is paid. */
  create(order: PaymentOrder): Promise<{ readonly ref: string; readonly redirect: string }>;
  /** Null when the provider knows none of that name. */
  find(ref: string): Promise<Payment | null>;
  /** Ends a payment that nobody has gone through with, so that nobody can any more, where its provider lets it; gives what is true of it then, as `find` does. */
  cancel(ref: string): Promise<Payment | null>;
  /** Gives money back the way it came; `key` is one refund however often it is asked for. */
  refund(ref: string, refund: { readonly amount: number; readonly currency: string; readonly key: string }): Promise<void>;
  /** The payments a notice is about, under any name that `find` takes; whoever settles goes by the found `ref`. Null when it is forged. */
  readNotice(notice: { readonly body: string; readonly signature: string }): Promise<Notice | null>;
  /** Opens the subscription that a first payment allowed, where the provider has not done so by itself, and has it renew from `startsAt` on; again the same. Gives what is to be kept. */
  subscribe(
    first: Payment,
    renewal: { readonly order: PaymentOrder; readonly months: number; readonly startsAt: number },
  ): Promise<{ readonly ref: string; readonly customer: string } | null>;
  /** The latest payments that a subscription made by itself, under names that `find` takes; for when their notices never came. */
  renewals(subscription: { readonly ref: string; readonly customer: string }): Promise<Notice>;
  /** Ends a subscription; one that has ended is fine. */
  unsubscribe(subscription: { readonly ref: string; readonly customer: string }): Promise<void>;
}

/** A provider that could not be reached, was too slow or refused; `isFinal` when asking again cannot help. */
export class PaymentFailure extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false, cause }: { isFinal?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

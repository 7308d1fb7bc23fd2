import type { PaymentOrder, PaymentProvider } from '../../../worker/platform/payments/providers/payment-provider.ts';
import type { PaymentServer, ProviderRequest } from './payment-server.ts';

/** Variables of the Worker, by name. */
export type Variables = Readonly<Record<string, string>>;

/** The request by which a provider says that a payment has changed. */
export interface PaymentWebhook {
  readonly body: string;
  readonly signature: string;
}

/** A payment as the site has asked for it. Amounts are in minor units, here and below. */
export interface RequestedPayment {
  readonly orderId: unknown;
  readonly amount: number;
  readonly currency: string;
  /** The provider's own name of the method. */
  readonly method: unknown;
  readonly locale: unknown;
  /** The addresses for a payer who has paid, and for one who goes back. */
  readonly returnUrls: readonly unknown[];
  readonly isFirstOfSubscription: boolean;
}

export interface ProviderSubscription {
  readonly ref: string;
  readonly status: unknown;
  readonly amount: number;
  readonly months: number;
  /** When the provider bills the next period, in milliseconds, if the site has set that. */
  readonly billedAt: number | null;
}

/** Money that went back. `webhook` is that of the provider about it. */
export interface ReturnedMoney {
  readonly webhook: PaymentWebhook;
}

/**
 * An imitated account at a provider, in words that hold for all providers: what payers, their banks and the operator do there, and what is
 * stored. `ref` is the provider's name of a payment. Functions throw if the account has no such payment.
 */
export interface PaymentAccount {
  requested(ref: string): RequestedPayment;
  /** The number of payments that were made for an order. */
  countOf(orderId: string): number;
  isPayable(ref: string): boolean;
  /** The payer pays, or the money of a payment that takes days arrives. Throws if the payment has ended. */
  pay(ref: string): void;
  /** The payer starts a payment that takes days. Throws if the payment has ended. */
  payLater(ref: string): void;
  end(ref: string, how: 'failed' | 'canceled' | 'expired'): void;
  /** The operator refunds an amount at the provider's dashboard. */
  refund(ref: string, amount: number): ReturnedMoney;
  /** The amounts of all refunds of a payment, in order. */
  refundsOf(ref: string): readonly number[];
  /** The payer's bank takes an amount back. `win` decides for the operator; returns the webhook of that. */
  chargeBack(ref: string, amount: number): ReturnedMoney & { win(): PaymentWebhook };
  /** The subscription that a first payment has opened, or null. */
  subscriptionOf(ref: string): ProviderSubscription | null;
  /** Bills the next period of that subscription; returns the name of the payment. */
  renew(ref: string, how?: { readonly isPaid?: boolean; readonly amount?: number }): string;
  /** From now on the provider refuses to end that subscription. */
  lockSubscription(ref: string): void;
  /** A paid payment with the order, amount and currency of another, which the site has not made. Returns its name. */
  copyAsPaid(ref: string): string;
  /** Makes a payment name another order than the one it was made for. */
  renameOrder(ref: string, orderId: string): void;
  webhook(ref: string): PaymentWebhook;
  /** A genuine webhook of a payment that neither the site nor the provider knows. */
  webhookOfUnknownPayment(): PaymentWebhook;
  /** Webhooks of a payment that the provider has not sent. */
  forgedWebhooks(ref: string): readonly PaymentWebhook[];
  /** Whether this is the request by which the site cancels a payment. */
  isCancelRequest(asked: ProviderRequest): boolean;
}

/** A payment provider as the tests see it: how it is started, and in which facts it differs from others. */
export interface PaymentDriver<T extends PaymentServer = PaymentServer> {
  readonly name: 'stripe' | 'mollie';
  readonly keys: Variables;
  /** Keys with which the provider is not available. */
  readonly incompleteKeys: readonly Variables[];
  /** Keys that the provider refuses. */
  readonly wrongKeys: Variables;
  /** What stands in its keys and its refusals, and must be in no error. */
  readonly secrets: RegExp;
  start(): Promise<{ readonly server: T; readonly account: PaymentAccount }>;
  /** Returns null if keys are missing. */
  createProvider(keys: Variables, send?: typeof fetch): PaymentProvider | null;
  /** The beginning of the addresses at which payments are paid. */
  readonly checkoutUrl: string;
  /** Orders that it refuses for good, by what is wrong with them. */
  readonly refusedOrders: readonly (readonly [string, Partial<PaymentOrder>])[];
  /** The message of the failure for an order over nothing. */
  readonly refusalOfNothing: string;
  /** Names that belong to no payment. */
  readonly unknownRefs: readonly string[];
  /** The state of a payment that the site has canceled, and of a renewal that was not paid. */
  readonly canceledStatus: 'canceled' | 'expired';
  readonly unpaidRenewalStatus: 'open' | 'failed';
  /** The number of the request, in the call `cancel`, that cancels the payment. */
  readonly cancelRequest: number;
  /** The unit in which it takes the start of a subscription. */
  readonly startUnitMs: number;
}

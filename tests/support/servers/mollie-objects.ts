/** Objects of Mollie's API, in the form in which the imitation stores and returns them. */

export interface Amount {
  readonly value: string;
  readonly currency: string;
}
export interface Refund {
  readonly resource: 'refund';
  readonly id: string;
  readonly amount: Amount;
  readonly metadata: unknown;
  status: string;
}
export interface Chargeback {
  readonly resource: 'chargeback';
  readonly id: string;
  readonly amount: Amount;
  reversedAt: string | null;
}
export interface MolliePayment {
  readonly resource: 'payment';
  readonly id: string;
  status: string;
  readonly amount: Amount;
  readonly metadata: unknown;
  readonly method: string;
  readonly locale: string | null;
  readonly sequenceType: string;
  readonly customerId?: string;
  readonly subscriptionId?: string;
  readonly redirectUrl: string | null;
  readonly cancelUrl: string | null;
  readonly webhookUrl: string | null;
  readonly _links: { readonly self: { readonly href: string }; checkout?: { readonly href: string } };
}
export interface Subscription {
  readonly resource: 'subscription';
  readonly id: string;
  readonly customerId: string;
  status: string;
  readonly amount: Amount;
  readonly interval: string;
  readonly startDate: string;
  readonly metadata: unknown;
}

import { randomBytes } from 'node:crypto';

/** An object of Stripe's API. It refers to others by their ids, which a request may ask to be expanded. */
export interface StripeObject {
  readonly id: string;
  readonly object: string;
  [field: string]: unknown;
}

const seconds = () => Math.floor(Date.now() / 1000);
const textOf = (it: unknown) => (typeof it === 'string' ? it : '');
const numberOf = (it: unknown) => Number(it ?? 0);

/** The objects of an imitated Stripe account, and what payers, banks and the operator at the dashboard do with them. */
export function createStripeFixture() {
  const objects = new Map<string, StripeObject>();

  const put = (prefix: string, object: string, fields: Record<string, unknown>): StripeObject => {
    const created = { id: `${prefix}_${randomBytes(12).toString('hex')}`, object, created: seconds(), livemode: false, ...fields };
    objects.set(created.id, created);
    return created;
  };
  const get = (id: unknown): StripeObject => {
    const found = objects.get(textOf(id));
    if (!found) throw new Error(`the test has no ${String(id)} at Stripe`);
    return found;
  };
  const objectsOf = (object: string, fields: Record<string, unknown>) =>
    [...objects.values()].filter(
      (it) => it.object === object && Object.entries(fields).every(([field, value]) => value === undefined || it[field] === value),
    );

  const charge = (intent: StripeObject, status: 'succeeded' | 'failed' | 'pending') => {
    const { amount, currency } = intent;
    const money = { amount, currency, amount_refunded: 0, disputed: false, refunded: false };
    intent.latest_charge = put('ch', 'charge', { payment_intent: intent.id, status, ...money }).id;
  };
  const intentOf = (session: StripeObject): StripeObject => {
    const intentId = session.payment_intent ?? objectsOf('invoice_payment', { invoice: session.invoice })[0]?.intent;
    return get(intentId);
  };
  const invoiceFor = (subscription: StripeObject, billing_reason: string, amount: number) => {
    const { currency, customer, metadata } = subscription;
    const invoice = put('in', 'invoice', {
      billing_reason,
      customer,
      currency,
      subscription_id: subscription.id,
      total: amount,
      status: 'open',
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id, metadata } },
    });
    const intent = put('pi', 'payment_intent', { amount, currency, status: 'requires_payment_method', latest_charge: null });
    put('inpay', 'invoice_payment', {
      invoice: invoice.id,
      intent: intent.id,
      status: 'open',
      payment: { type: 'payment_intent', payment_intent: intent.id },
    });
    return { invoice, intent };
  };
  const settleInvoice = (invoice: StripeObject) => {
    invoice.status = 'paid';
    for (const payment of objectsOf('invoice_payment', { invoice: invoice.id })) payment.status = 'paid';
  };

  /**
   * The payer completes the checkout page of a session, which creates the subscription and its first invoice. Returns the payment
   * intent.
   */
  const goThrough = (session: StripeObject): StripeObject => {
    if (session.status !== 'open') throw new Error(`nobody can pay a session that is ${textOf(session.status)}`);
    const { amount_total: amount, currency } = session;
    session.status = 'complete';
    session.url = null;
    if (session.mode === 'payment') {
      const intent = put('pi', 'payment_intent', {
        amount,
        currency,
        status: 'processing',
        latest_charge: null,
        metadata: session.intent_metadata,
      });
      session.payment_intent = intent.id;
      return intent;
    }
    const customer = put('cus', 'customer', { email: 'payer@mail.example' });
    const item = { current_period_end: seconds() + numberOf(session.interval_months) * 30 * 86400 };
    const subscription = put('sub', 'subscription', {
      status: 'active',
      customer: customer.id,
      currency,
      amount,
      metadata: session.subscription_metadata,
      trial_end: null,
      items: { object: 'list', data: [item] },
    });
    const { invoice, intent } = invoiceFor(subscription, 'subscription_create', numberOf(amount));
    Object.assign(session, { customer: customer.id, subscription: subscription.id, invoice: invoice.id });
    intent.status = 'processing';
    return intent;
  };
  const succeed = (session: StripeObject, intent: StripeObject) => {
    intent.status = 'succeeded';
    charge(intent, 'succeeded');
    session.payment_status = 'paid';
    if (session.invoice) settleInvoice(get(session.invoice));
  };

  return {
    objects,
    put,
    get,
    every: objectsOf,
    /** Completes and pays a session at once. */
    pay: (session: string) => succeed(get(session), goThrough(get(session))),
    /** Completes a session with a debit that is pending; the next two functions end it with success or failure. */
    payByDebit: (session: string) => charge(goThrough(get(session)), 'pending'),
    completeDebit: (session: string) => succeed(get(session), intentOf(get(session))),
    failDebit: (session: string) => {
      const intent = intentOf(get(session));
      intent.status = 'requires_payment_method';
      charge(intent, 'failed');
    },
    cancelIntent: (session: string) => {
      intentOf(get(session)).status = 'canceled';
    },
    expire: (session: string) => Object.assign(get(session), { status: 'expired', url: null }),
    intentOf: (session: string) => intentOf(get(session)).id,
    /** Refunds a payment intent, at the dashboard or by the API. Amounts are in cents. */
    refund: (intent: string, amount: number, metadata: unknown = {}) => {
      const { latest_charge, currency } = get(intent);
      const latestCharge = get(latest_charge);
      latestCharge.amount_refunded = numberOf(latestCharge.amount_refunded) + amount;
      latestCharge.refunded = latestCharge.amount_refunded === latestCharge.amount;
      return put('re', 'refund', { payment_intent: intent, charge: latestCharge.id, amount, currency, status: 'succeeded', metadata });
    },
    /** Opens a dispute, by which the payer's bank takes the money back; a status `warning_…` is an inquiry only. */
    dispute: (intent: string, amount: number, status = 'needs_response') => {
      const latestCharge = get(get(intent).latest_charge);
      latestCharge.disputed = true;
      return put('du', 'dispute', { payment_intent: intent, charge: latestCharge.id, amount, currency: latestCharge.currency, status });
    },
    closeDispute: (dispute: string, status: 'won' | 'lost') => Object.assign(get(dispute), { status }),
    /** Bills the next period of a session's subscription; returns the id of the invoice. */
    renew: (session: string, isPaid = true): string => {
      const subscription = get(get(session).subscription);
      const { invoice, intent } = invoiceFor(subscription, 'subscription_cycle', numberOf(subscription.amount));
      if (!isPaid) return invoice.id;
      intent.status = 'succeeded';
      charge(intent, 'succeeded');
      settleInvoice(invoice);
      return invoice.id;
    },
    /** Adds the invoice of amount 0 that a change of a subscription's date creates; returns its id. */
    emptyInvoice: (session: string): string => invoiceFor(get(get(session).subscription), 'subscription_update', 0).invoice.id,
    firstInvoice: (session: string): string => textOf(get(session).invoice),
  };
}
export type StripeFixture = ReturnType<typeof createStripeFixture>;

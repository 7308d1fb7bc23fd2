import type { Stripe } from 'stripe';
import * as v from 'valibot';
import type { Payment } from './payment-provider.ts';

/** The attempts to pay a session or an invoice, of which there may be several, and the sums over them in minor units. */
interface PaymentAttempts {
  readonly intents: readonly Stripe.PaymentIntent[];
  readonly refunded: number;
  readonly chargedBack: number;
}

/** The statuses of disputes that take no money: inquiries, prevented ones, and those that were won. */
const FREE_DISPUTE_STATUSES = new Set(['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed']);

/** Stripe gives an object or only its id, depending on `expand`. */
const idOf = (value: string | { readonly id: string } | null | undefined) => (typeof value === 'string' ? value : (value?.id ?? null));
const isObject = <T extends object>(value: string | T | null | undefined): value is T => typeof value === 'object' && value !== null;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

async function chargedBackOf(stripe: Stripe, charge: Stripe.Charge): Promise<number> {
  if (!charge.disputed) return 0;
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 100 });
  return sum(data.filter(({ status }) => !FREE_DISPUTE_STATUSES.has(status)).map(({ amount }) => amount));
}

async function attemptsOf(stripe: Stripe, intents: readonly Stripe.PaymentIntent[]): Promise<PaymentAttempts> {
  const charges = intents.map(({ latest_charge }) => latest_charge).filter(isObject);
  const chargedBack = await Promise.all(charges.map((charge) => chargedBackOf(stripe, charge)));
  return { intents, refunded: sum(charges.map(({ amount_refunded }) => amount_refunded)), chargedBack: sum(chargedBack) };
}

async function attemptsOfInvoice(stripe: Stripe, invoice: string): Promise<PaymentAttempts> {
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 100, expand: ['data.payment.payment_intent.latest_charge'] });
  return attemptsOf(stripe, data.map(({ payment }) => payment.payment_intent).filter(isObject));
}

function statusOf({ status, payment_status }: Stripe.Checkout.Session, { intents }: PaymentAttempts): Payment['status'] {
  if (payment_status === 'paid') return 'paid';
  if (status === 'expired') return 'expired';
  if (status === 'open') return 'open';
  // The session is complete but not paid: a direct debit is still pending or has failed.
  const last = intents.at(-1)?.status;
  if (last === 'canceled') return 'canceled';
  return last === 'requires_payment_method' ? 'failed' : 'open';
}

const money = (amount: number | null, currency: string | null) => ({ amount: amount ?? 0, currency: (currency ?? '').toUpperCase() });

function subscriptionOf(subscription: string | { readonly id: string } | null, customer: string | { readonly id: string } | null) {
  const [ref, customerId] = [idOf(subscription), idOf(customer)];
  return ref && customerId ? { ref, customer: customerId } : null;
}

async function paymentOfSession(stripe: Stripe, session: Stripe.Checkout.Session): Promise<Payment> {
  const invoice = idOf(session.invoice);
  const tries = invoice ? await attemptsOfInvoice(stripe, invoice) : await attemptsOf(stripe, [session.payment_intent].filter(isObject));
  return {
    ref: session.id,
    orderId: session.client_reference_id,
    status: statusOf(session, tries),
    ...money(session.amount_total, session.currency),
    refunded: tries.refunded,
    chargedBack: tries.chargedBack,
    subscription: subscriptionOf(session.subscription, session.customer),
  };
}

const EXPANDED_SESSION = { expand: ['data.payment_intent.latest_charge'], limit: 1 };
const INVOICE_STATUSES: Readonly<Record<string, Payment['status']>> = { paid: 'paid', void: 'canceled', uncollectible: 'failed' };

/**
 * The payment of an invoice. The first invoice of a subscription is the payment of the session that opened it. Null for an invoice over
 * nothing, which Stripe makes when the date of a renewal is moved, and for one of no subscription.
 */
async function paymentOfInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<Payment | null> {
  const subscription = subscriptionOf(invoice.parent?.subscription_details?.subscription ?? null, invoice.customer);
  if (!subscription || invoice.total <= 0) return null;
  if (invoice.billing_reason !== 'subscription_cycle') {
    const { data } = await stripe.checkout.sessions.list({ subscription: subscription.ref, ...EXPANDED_SESSION });
    return data[0]?.invoice && idOf(data[0].invoice) === invoice.id ? paymentOfSession(stripe, data[0]) : null;
  }
  const { refunded, chargedBack } = await attemptsOfInvoice(stripe, invoice.id);
  const status = INVOICE_STATUSES[invoice.status ?? ''] ?? 'open';
  return { ref: invoice.id, orderId: null, status, ...money(invoice.total, invoice.currency), refunded, chargedBack, subscription };
}

/** The payment of a payment intent, which is all that refunds and disputes name. It belongs to a session or to an invoice. */
async function paymentOfIntent(stripe: Stripe, intent: string): Promise<Payment | null> {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intent, ...EXPANDED_SESSION });
  if (data[0]) return paymentOfSession(stripe, data[0]);
  const { data: paid } = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent }, limit: 1 });
  const invoice = idOf(paid[0]?.invoice);
  return invoice ? paymentOfInvoice(stripe, await stripe.invoices.retrieve(invoice)) : null;
}

const SESSION_NAME = /^cs_\w+$/;

/** The payment of a session (cs_), an invoice (in_) or a payment intent (pi_). Null for any other name, or if it is not of this site. */
export async function stripePayment(stripe: Stripe, ref: string): Promise<Payment | null> {
  if (SESSION_NAME.test(ref)) {
    return paymentOfSession(stripe, await stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] }));
  }
  if (/^in_\w+$/.test(ref)) return paymentOfInvoice(stripe, await stripe.invoices.retrieve(ref));
  return /^pi_\w+$/.test(ref) ? paymentOfIntent(stripe, ref) : null;
}

const NotOpen = v.object({ statusCode: v.literal(400) });

/**
 * Expires a session if it is open, so that it can no longer be paid. Returns the state of the payment afterwards. An invoice is left as it
 * is.
 */
export async function expireSession(stripe: Stripe, ref: string): Promise<Payment | null> {
  try {
    if (SESSION_NAME.test(ref)) await stripe.checkout.sessions.expire(ref);
  } catch (error) {
    if (!v.is(NotOpen, error)) throw error;
  }
  return stripePayment(stripe, ref);
}

/** The payment intent by which a session or invoice was paid. Null if it is not paid. */
export async function paidIntentOf(stripe: Stripe, ref: string): Promise<string | null> {
  const session = ref.startsWith('cs_') ? await stripe.checkout.sessions.retrieve(ref) : null;
  if (session?.payment_intent) return idOf(session.payment_intent);
  const invoice = session ? idOf(session.invoice) : ref;
  if (!invoice) return null;
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 });
  return idOf(data[0]?.payment.payment_intent);
}

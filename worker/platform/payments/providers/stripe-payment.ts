import type { Stripe } from 'stripe';
import * as v from 'valibot';
import type { Payment } from './payment-provider.ts';

/** What came of each try to pay: a session or an invoice may have had several. */
interface Tries {
  readonly intents: readonly Stripe.PaymentIntent[];
  readonly refunded: number;
  readonly chargedBack: number;
}

/** Disputes that cost nothing: a mere question, one that was headed off, or won. */
const HARMLESS = new Set(['won', 'prevented', 'warning_needs_response', 'warning_under_review', 'warning_closed']);

const idOf = (it: string | { readonly id: string } | null | undefined) => (typeof it === 'string' ? it : (it?.id ?? null));
const isObject = <T extends object>(it: string | T | null | undefined): it is T => typeof it === 'object' && it !== null;
const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);

async function chargedBackOf(stripe: Stripe, charge: Stripe.Charge): Promise<number> {
  if (!charge.disputed) return 0;
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: 100 });
  return sum(data.filter(({ status }) => !HARMLESS.has(status)).map(({ amount }) => amount));
}

async function triesOf(stripe: Stripe, intents: readonly Stripe.PaymentIntent[]): Promise<Tries> {
  const charges = intents.map(({ latest_charge }) => latest_charge).filter(isObject);
  const chargedBack = await Promise.all(charges.map((charge) => chargedBackOf(stripe, charge)));
  return { intents, refunded: sum(charges.map(({ amount_refunded }) => amount_refunded)), chargedBack: sum(chargedBack) };
}

async function triesOfInvoice(stripe: Stripe, invoice: string): Promise<Tries> {
  const { data } = await stripe.invoicePayments.list({ invoice, limit: 100, expand: ['data.payment.payment_intent.latest_charge'] });
  return triesOf(stripe, data.map(({ payment }) => payment.payment_intent).filter(isObject));
}

function statusOf({ status, payment_status }: Stripe.Checkout.Session, { intents }: Tries): Payment['status'] {
  if (payment_status === 'paid') return 'paid';
  if (status === 'expired') return 'expired';
  if (status === 'open') return 'open';
  // Gone through and not paid: a debit that is under way, or that came to nothing.
  const last = intents.at(-1)?.status;
  if (last === 'canceled') return 'canceled';
  return last === 'requires_payment_method' ? 'failed' : 'open';
}

const money = (amount: number | null, currency: string | null) => ({ amount: amount ?? 0, currency: (currency ?? '').toUpperCase() });

function subscriptionOf(subscription: string | { readonly id: string } | null, customer: string | { readonly id: string } | null) {
  const [ref, whose] = [idOf(subscription), idOf(customer)];
  return ref && whose ? { ref, customer: whose } : null;
}

async function ofSession(stripe: Stripe, session: Stripe.Checkout.Session): Promise<Payment> {
  const invoice = idOf(session.invoice);
  const tries = invoice ? await triesOfInvoice(stripe, invoice) : await triesOf(stripe, [session.payment_intent].filter(isObject));
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

/** A renewal's invoice; the first one is the session that opened the subscription, and one without money is a moved date. */
async function ofInvoice(stripe: Stripe, invoice: Stripe.Invoice): Promise<Payment | null> {
  const subscription = subscriptionOf(invoice.parent?.subscription_details?.subscription ?? null, invoice.customer);
  if (!subscription || invoice.total <= 0) return null;
  if (invoice.billing_reason !== 'subscription_cycle') {
    const { data } = await stripe.checkout.sessions.list({ subscription: subscription.ref, ...EXPANDED_SESSION });
    return data[0]?.invoice && idOf(data[0].invoice) === invoice.id ? ofSession(stripe, data[0]) : null;
  }
  const { refunded, chargedBack } = await triesOfInvoice(stripe, invoice.id);
  const status = INVOICE_STATUSES[invoice.status ?? ''] ?? 'open';
  return { ref: invoice.id, orderId: null, status, ...money(invoice.total, invoice.currency), refunded, chargedBack, subscription };
}

/** Refunds and disputes name the intent alone: it belongs to a session, or to a subscription's invoice. */
async function ofIntent(stripe: Stripe, intent: string): Promise<Payment | null> {
  const { data } = await stripe.checkout.sessions.list({ payment_intent: intent, ...EXPANDED_SESSION });
  if (data[0]) return ofSession(stripe, data[0]);
  const { data: paid } = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent }, limit: 1 });
  const invoice = idOf(paid[0]?.invoice);
  return invoice ? ofInvoice(stripe, await stripe.invoices.retrieve(invoice)) : null;
}

const SESSION = /^cs_\w+$/;

/** The payment under a session's (cs_), an invoice's (in_) or an intent's (pi_) name; null where it is none of this site's. */
export async function stripePayment(stripe: Stripe, ref: string): Promise<Payment | null> {
  if (SESSION.test(ref)) {
    return ofSession(stripe, await stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent.latest_charge'] }));
  }
  if (/^in_\w+$/.test(ref)) return ofInvoice(stripe, await stripe.invoices.retrieve(ref));
  return /^pi_\w+$/.test(ref) ? ofIntent(stripe, ref) : null;
}

const NotOpen = v.object({ statusCode: v.literal(400) });

/** Ends a session, so that its page takes no money any more. Only an open one can be; of any other, and of an invoice, what has become of it is told. */
export async function endSession(stripe: Stripe, ref: string): Promise<Payment | null> {
  try {
    if (SESSION.test(ref)) await stripe.checkout.sessions.expire(ref);
  } catch (error) {
    if (!v.is(NotOpen, error)) throw error;
  }
  return stripePayment(stripe, ref);
}

/** The intent that the money of a session or invoice came by; null while none has. */
export async function paidIntent(stripe: Stripe, ref: string): Promise<string | null> {
  const session = ref.startsWith('cs_') ? await stripe.checkout.sessions.retrieve(ref) : null;
  if (session?.payment_intent) return idOf(session.payment_intent);
  const invoice = session ? idOf(session.invoice) : ref;
  if (!invoice) return null;
  const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 });
  return idOf(data[0]?.payment.payment_intent);
}

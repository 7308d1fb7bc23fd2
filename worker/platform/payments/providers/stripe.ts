import type { Stripe } from 'stripe';
import * as v from 'valibot';
import { DAY, HOUR } from '#contract/durations';
import type { Env } from '../../../config/env.ts';
import { PAYMENT_TIMEOUT_MS, refusedFailure, withDeadline } from './call-provider.ts';
import { type Payment, PaymentFailure, type PaymentOrder, type PaymentProvider, type PaymentRefs } from './payment-provider.ts';
import { expireSession, paidIntentOf, stripePayment } from './stripe-payment.ts';

/** Stripe's name of each payment method of the catalogue. */
const METHODS: Readonly<Record<string, Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType>> = {
  ideal: 'ideal',
  bancontact: 'bancontact',
  sepa: 'sepa_debit',
  card: 'card',
  paypal: 'paypal',
  p24: 'p24',
  eps: 'eps',
  blik: 'blik',
  twint: 'twint',
  satispay: 'satispay',
};
/** The methods with which a plan can renew. iDEAL and Bancontact leave a SEPA mandate, by which renewals are debited. */
const RENEWING_METHODS = ['card', 'ideal', 'bancontact', 'sepa', 'paypal'];
/** How old a webhook's signature may be, in seconds. */
const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Stripe's intervals have at most three years, and the date of a renewal can be moved at most two years ahead. */
const RENEWS_WITHIN = { months: 36, aheadMs: 700 * DAY };
/** The number of latest renewals that `renewals` returns. */
const MAX_RENEWALS = 5;

/** The events of Stripe that may change a payment. All others are ignored. */
const PAYMENT_EVENTS =
  /^(?:checkout\.session\.(?:completed|async_payment_succeeded|async_payment_failed|expired)|invoice\.(?:paid|payment_failed|voided|marked_uncollectible)|charge\.(?:refunded|refund\.updated|dispute\.\w+)|refund\.(?:created|updated|failed))$/;

const WebhookEvent = v.object({
  type: v.string(),
  data: v.object({
    object: v.object({ object: v.string(), id: v.optional(v.string()), payment_intent: v.nullish(v.unknown()) }),
  }),
});

/** Stripe's error for an id that it does not know. */
const UnknownIdError = v.object({ statusCode: v.literal(404) });
/** A server error that Stripe stored under the idempotency key of an earlier call and now repeats. */
const ReplayedServerError = v.object({
  statusCode: v.pipe(v.number(), v.minValue(500)),
  headers: v.object({ 'idempotent-replayed': v.literal('true') }),
});

/** The ids in a webhook, at most one: of a session, an invoice or a payment intent. Empty if the event does not change a payment. */
function paymentRefsIn(webhook: unknown): string[] {
  const event = v.safeParse(WebhookEvent, webhook);
  if (!event.success || !PAYMENT_EVENTS.test(event.output.type)) return [];
  const { object, id, payment_intent } = event.output.data.object;
  const ref = object === 'checkout.session' || object === 'invoice' ? id : payment_intent;
  return typeof ref === 'string' ? [ref] : [];
}

/**
 * Runs a call with an idempotency key. Stripe stores the answer to a key for a day, even if it was a server error. If such an error is
 * repeated, the call runs under a second key, whose answer later calls get as well. That is safe: nobody has the address of a session that
 * the failed call may have made, and existing refunds are looked up before.
 */
async function withIdempotencyKey<T>(key: string, work: (options: { idempotencyKey: string }) => Promise<T>): Promise<T> {
  try {
    return await work({ idempotencyKey: key });
  } catch (error) {
    if (!v.is(ReplayedServerError, error)) throw error;
    return work({ idempotencyKey: `${key}-again` });
  }
}

type Fetch = typeof fetch;
type Subscription = NonNullable<Payment['subscription']>;
type Keys = Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET'>;

// The SDK is loaded with the first call, not when the Worker starts.
const loadSdk = async () => (await import('stripe')).Stripe;

/** The line item of a session: description and price, and for a plan that renews the interval in months. */
function lineOf({ amount, currency, description, renewal }: PaymentOrder): Stripe.Checkout.SessionCreateParams.LineItem {
  const price = { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name: description } };
  const recurring = renewal ? { recurring: { interval: 'month' as const, interval_count: renewal.months } } : {};
  return { quantity: 1, price_data: { ...price, ...recurring } };
}

/**
 * The parameters of a session. They must not depend on the time, because Stripe refuses a repeated key with different parameters. Throws a
 * PaymentFailure if the method is not supported.
 */
function sessionOf(order: PaymentOrder): Stripe.Checkout.SessionCreateParams {
  const { id, description, method, renewal, returnUrl } = order;
  const type = METHODS[method];
  if (!type || (renewal && !RENEWING_METHODS.includes(method)))
    throw new PaymentFailure(`stripe takes no ${method} here`, { isFinal: true });
  const named = { description, metadata: { order: id } };
  return {
    ...(renewal ? { mode: 'subscription', subscription_data: named } : { mode: 'payment', payment_intent_data: named }),
    client_reference_id: id,
    metadata: named.metadata,
    line_items: [lineOf(order)],
    allowed_payment_method_types: [type],
    adaptive_pricing: { enabled: false },
    locale: order.locale,
    success_url: returnUrl,
    cancel_url: returnUrl,
  };
}

/** The answer of a call, or null if Stripe does not know the id in it. */
async function nullIfUnknown<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (v.is(UnknownIdError, error)) return null;
    throw error;
  }
}

async function refund(stripe: Stripe, ref: string, { amount, key }: Parameters<PaymentProvider['refund']>[1]): Promise<void> {
  const intent = await paidIntentOf(stripe, ref);
  if (!intent) throw new PaymentFailure('stripe has no money under that name', { isFinal: true });
  // The idempotency key is valid for a day only, so an earlier refund is looked up.
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 100 });
  if (data.some(({ metadata, status }) => metadata?.key === key && status !== 'failed' && status !== 'canceled')) return;
  const params = { payment_intent: intent, amount, metadata: { key } };
  await withIdempotencyKey(`refund-${key}`, (options) => stripe.refunds.create(params, options));
}

/**
 * Moves the next renewal of a subscription, which the session has opened, to `startsAt` (milliseconds) if the paid span ends later. Returns
 * false if the subscription has ended, or if `startsAt` is too far ahead: then it must not renew.
 */
async function moveRenewal(stripe: Stripe, { ref }: Subscription, orderId: string, startsAt: number): Promise<boolean> {
  const { status, items } = await stripe.subscriptions.retrieve(ref);
  if (status === 'canceled') return false;
  const renewsAt = (items.data[0]?.current_period_end ?? 0) * 1000;
  // Stripe's period begins with the payment, the span when the payment is settled here. So short a difference is left as it is.
  if (startsAt - renewsAt <= HOUR) return true;
  if (startsAt > Date.now() + RENEWS_WITHIN.aheadMs) return false;
  const params = { trial_end: Math.floor(startsAt / 1000), proration_behavior: 'none' as const };
  await stripe.subscriptions.update(ref, params, { idempotencyKey: `start-${orderId}-${params.trial_end}` });
  return true;
}

async function renewalsOf(stripe: Stripe, { ref }: Subscription): Promise<string[]> {
  const { data } = await stripe.invoices.list({ subscription: ref, limit: MAX_RENEWALS });
  return data.filter(({ billing_reason }) => billing_reason === 'subscription_cycle').map(({ id }) => id);
}

async function endSubscription(stripe: Stripe, { ref }: Subscription): Promise<void> {
  const found = await nullIfUnknown(stripe.subscriptions.retrieve(ref));
  if (found && found.status !== 'canceled') await nullIfUnknown(stripe.subscriptions.cancel(ref));
}

/** The ids in a webhook. Null if its signature is missing, wrong or older than SIGNATURE_TOLERANCE_SECONDS, or if it is no JSON. */
async function readWebhook({ body, signature }: { body: string; signature: string }, secret: string): Promise<PaymentRefs | null> {
  if (signature === '') return null;
  const Sdk = await loadSdk();
  try {
    return paymentRefsIn(
      await Sdk.webhooks.constructEventAsync(body, signature, secret, SIGNATURE_TOLERANCE_SECONDS, Sdk.createSubtleCryptoProvider()),
    );
  } catch {
    return null;
  }
}

/**
 * Runs one call of PaymentProvider with the SDK. Throws a PaymentFailure instead of errors of the SDK, which hold requests and parts of
 * keys.
 */
async function callStripe<T>(key: string, send: Fetch, work: (stripe: Stripe) => Promise<T>): Promise<T> {
  const Sdk = await loadSdk();
  const ask = (deadline: AbortSignal) => {
    const sendWithDeadline: Fetch = (input, init) =>
      send(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline });
    const httpClient = Sdk.createFetchHttpClient(sendWithDeadline);
    return work(new Sdk(key, { httpClient, maxNetworkRetries: 0, timeout: PAYMENT_TIMEOUT_MS, telemetry: false }));
  };
  return withDeadline('stripe', ask, (error) =>
    error instanceof Sdk.errors.StripeError && error.statusCode
      ? refusedFailure('stripe', error.statusCode, error.code ?? error.rawType)
      : null,
  );
}

/** Stripe Checkout as a PaymentProvider. Returns null without its keys (docs/paying.md, "Stripe"). `send` replaces `fetch` in tests. */
export function createStripe(keys: Keys, send: Fetch = fetch): PaymentProvider | null {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret } = keys;
  if (!key || !secret) return null;
  const ask = <T>(work: (stripe: Stripe) => Promise<T>) => callStripe(key, send, work);
  return {
    name: 'stripe',
    methods: Object.keys(METHODS),
    renewingMethods: RENEWING_METHODS,
    renewsWithin: RENEWS_WITHIN,
    signsWebhooks: true,
    create: async (order) => {
      const params = sessionOf(order);
      const { id, url } = await ask((stripe) =>
        withIdempotencyKey(order.id, (options) => stripe.checkout.sessions.create(params, options)),
      );
      if (!url) throw new PaymentFailure('stripe has closed that session', { isFinal: true });
      return { ref: id, redirect: url };
    },
    find: (ref) => ask((stripe) => nullIfUnknown(stripePayment(stripe, ref))),
    cancel: (ref) => ask((stripe) => nullIfUnknown(expireSession(stripe, ref))),
    refund: (ref, request) => ask((stripe) => refund(stripe, ref, request)),
    readWebhook: (webhook) => readWebhook(webhook, secret),
    subscribe: ({ subscription }, { order, startsAt }) =>
      ask(async (stripe) => (subscription && (await moveRenewal(stripe, subscription, order.id, startsAt)) ? subscription : null)),
    renewals: (subscription) => ask(async (stripe) => (await nullIfUnknown(renewalsOf(stripe, subscription))) ?? []),
    unsubscribe: (subscription) => ask((stripe) => endSubscription(stripe, subscription)),
  };
}

import * as v from 'valibot';
import type { Locale } from '#contract/primitives';
import type { Env } from '../../../config/env.ts';
import { decimalOf } from './decimal-amount.ts';
import { listOf, mollieApi, parseAnswer, type RequestMollie } from './mollie-api.ts';
import { MolliePayment, MollieRefund, MollieSubscription, molliePayment } from './mollie-payment.ts';
import { type Payment, PaymentFailure, type PaymentOrder, type PaymentProvider } from './payment-provider.ts';

/** Mollie's name of each payment method of the catalogue. SEPA is missing, because Mollie takes it only for payments after a first one. */
const METHODS: Readonly<Record<string, string>> = {
  ideal: 'ideal',
  bancontact: 'bancontact',
  card: 'creditcard',
  paypal: 'paypal',
  p24: 'przelewy24',
  eps: 'eps',
  kbc: 'kbc',
  belfius: 'belfius',
  blik: 'blik',
  twint: 'twint',
  satispay: 'satispay',
};
/** The methods with which a plan can renew, because they leave a mandate. */
const RENEWING_METHODS = ['card', 'ideal', 'bancontact', 'paypal', 'kbc', 'belfius', 'eps'];
/** Mollie's intervals have at most a year; the first renewal may lie any time ahead. */
const RENEWS_WITHIN = { months: 12, aheadMs: Number.POSITIVE_INFINITY };

/** The locales of Mollie, which are pairs: those of some countries, and one for all others. */
const LOCALES: Readonly<Record<Locale, { readonly own: string; readonly countries: readonly string[] }>> = {
  en: { own: 'en_US', countries: ['US', 'GB'] },
  nl: { own: 'nl_NL', countries: ['NL', 'BE'] },
  de: { own: 'de_DE', countries: ['DE', 'AT', 'CH'] },
  it: { own: 'it_IT', countries: ['IT'] },
  fr: { own: 'fr_FR', countries: ['FR', 'BE'] },
  es: { own: 'es_ES', countries: ['ES'] },
  pl: { own: 'pl_PL', countries: ['PL'] },
};

const localeOf = ({ locale, country }: PaymentOrder) =>
  LOCALES[locale].countries.includes(country) ? `${locale}_${country}` : LOCALES[locale].own;

const amountOf = ({ amount, currency }: { amount: number; currency: string }) => ({ currency, value: decimalOf(amount, currency) });
/** The statuses of refunds that failed. */
const FAILED_REFUND_STATUSES = new Set(['failed', 'canceled']);
const isPaymentName = (ref: string) => /^tr_\w{1,64}$/.test(ref);
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The number of latest renewals that `renewals` returns. */
const MAX_RENEWALS = 5;

const WithId = v.object({ id: v.string() });

async function createPayment(request: RequestMollie, order: PaymentOrder): ReturnType<PaymentProvider['create']> {
  const { id, renewal, description, returnUrl, webhookUrl } = order;
  const method = METHODS[order.method];
  if (!method || (renewal && !RENEWING_METHODS.includes(order.method))) {
    throw new PaymentFailure(`mollie takes no ${order.method} here`, { isFinal: true });
  }
  const metadata = { order: id };
  const customer =
    renewal &&
    parseAnswer(WithId, await request({ method: 'POST', path: '/customers', body: { metadata }, idempotencyKey: `${id}-customer` }));
  const body = {
    amount: amountOf(order),
    description,
    redirectUrl: returnUrl,
    cancelUrl: returnUrl,
    webhookUrl,
    locale: localeOf(order),
    method,
    metadata,
    ...(customer ? { customerId: customer.id, sequenceType: 'first' } : {}),
  };
  const { id: ref, _links } = parseAnswer(MolliePayment, await request({ method: 'POST', path: '/payments', body, idempotencyKey: id }));
  if (!_links.checkout) throw new PaymentFailure('mollie has closed that payment', { isFinal: true });
  return { ref, redirect: _links.checkout.href };
}

async function readPayment(request: RequestMollie, ref: string): Promise<MolliePayment | null> {
  const found = isPaymentName(ref) ? await request({ path: `/payments/${ref}?embed=refunds,chargebacks` }) : null;
  return found === null ? null : parseAnswer(MolliePayment, found);
}

async function findPayment(request: RequestMollie, ref: string): Promise<Payment | null> {
  const found = await readPayment(request, ref);
  return found && molliePayment(found);
}

/**
 * Cancels a payment if Mollie allows it, which depends on its method and progress. Its state is read afterwards in any case, because a
 * payment whose cancellation is refused may have been paid or canceled meanwhile.
 */
async function cancelPayment(request: RequestMollie, ref: string): Promise<Payment | null> {
  const found = await readPayment(request, ref);
  if (!found?.isCancelable) return found && molliePayment(found);
  try {
    await request({ method: 'DELETE', path: `/payments/${ref}` });
  } catch (error) {
    if (!(error instanceof PaymentFailure && error.isFinal)) throw error;
  }
  return findPayment(request, ref);
}

async function refund(request: RequestMollie, ref: string, { key, ...money }: Parameters<PaymentProvider['refund']>[1]): Promise<void> {
  if (!isPaymentName(ref)) throw new PaymentFailure('mollie has no such name', { isFinal: true });
  const path = `/payments/${ref}/refunds`;
  // The idempotency key is valid for an hour only, so an earlier refund is looked up.
  const { _embedded } = parseAnswer(listOf('refunds', MollieRefund), await request({ path: `${path}?limit=250` }));
  if (_embedded.refunds?.some(({ metadata, status }) => metadata?.key === key && !FAILED_REFUND_STATUSES.has(status))) return;
  parseAnswer(
    MollieRefund,
    await request({ method: 'POST', path, body: { amount: amountOf(money), metadata: { key } }, idempotencyKey: `refund-${key}` }),
  );
}

async function subscribe(
  request: RequestMollie,
  first: Payment,
  { order, months, startsAt }: Parameters<PaymentProvider['subscribe']>[1],
): ReturnType<PaymentProvider['subscribe']> {
  if (first.subscription) return first.subscription;
  const { customerId } = parseAnswer(MolliePayment, await request({ path: `/payments/${first.ref}` }));
  if (!customerId) return null;
  const path = `/customers/${customerId}/subscriptions`;
  const { _embedded } = parseAnswer(listOf('subscriptions', MollieSubscription), await request({ path: `${path}?limit=250` }));
  const existing = _embedded.subscriptions?.find(({ metadata }) => metadata?.order === order.id);
  if (existing) return existing.status === 'canceled' ? null : { ref: existing.id, customer: customerId };
  const body = {
    amount: amountOf(order),
    interval: `${months} ${months === 1 ? 'month' : 'months'}`,
    startDate: dateOf(Math.max(startsAt, Date.now())),
    description: order.description,
    webhookUrl: order.webhookUrl,
    metadata: { order: order.id },
  };
  const { id } = parseAnswer(MollieSubscription, await request({ method: 'POST', path, body, idempotencyKey: `${order.id}-subscription` }));
  return { ref: id, customer: customerId };
}

/** Mollie as a PaymentProvider. Returns null without its key (docs/paying.md, "Mollie"). `send` replaces `fetch` in tests. */
export function createMollie({ MOLLIE_API_KEY: key }: Pick<Env, 'MOLLIE_API_KEY'>, send: typeof fetch = fetch): PaymentProvider | null {
  if (!key) return null;
  const callMollie = mollieApi(key, send);
  return {
    name: 'mollie',
    methods: Object.keys(METHODS),
    renewingMethods: RENEWING_METHODS,
    renewsWithin: RENEWS_WITHIN,
    signsWebhooks: false,
    create: (order) => callMollie((request) => createPayment(request, order)),
    find: (ref) => callMollie((request) => findPayment(request, ref)),
    cancel: (ref) => callMollie((request) => cancelPayment(request, ref)),
    refund: (ref, wanted) => callMollie((request) => refund(request, ref, wanted)),
    // Mollie does not sign webhooks, so only the name of the payment is used.
    readWebhook: async ({ body }) => {
      const id = new URLSearchParams(body).get('id') ?? '';
      return isPaymentName(id) ? [id] : null;
    },
    subscribe: (first, renewal) => callMollie((request) => subscribe(request, first, renewal)),
    renewals: ({ ref, customer }) =>
      callMollie(async (request) => {
        const payments = await request({ path: `/customers/${customer}/subscriptions/${ref}/payments?limit=${MAX_RENEWALS}` });
        return payments === null ? [] : (parseAnswer(listOf('payments', WithId), payments)._embedded.payments ?? []).map(({ id }) => id);
      }),
    unsubscribe: async ({ ref, customer }) => {
      await callMollie((request) => request({ method: 'DELETE', path: `/customers/${customer}/subscriptions/${ref}` }));
    },
  };
}

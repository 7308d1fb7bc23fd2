import * as v from 'valibot';
import type { Locale } from '#contract/primitives';
import type { Env } from '../../../config/env.ts';
import { decimalOf } from './decimal-amount.ts';
import { type AskMollie, listOf, mollieApi, read } from './mollie-api.ts';
import { MolliePayment, MollieRefund, MollieSubscription, molliePayment } from './mollie-payment.ts';
import { type Payment, PaymentFailure, type PaymentOrder, type PaymentProvider } from './payment-provider.ts';

/** The catalogue's methods in Mollie's words. SEPA debits it takes for what follows a first payment only. */
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
/** Those that leave a mandate behind. */
const RENEWING = ['card', 'ideal', 'bancontact', 'paypal', 'kbc', 'belfius', 'eps'];
/** Intervals are of a year at most; a first date may lie as far ahead as anybody has paid. */
const RENEWS_WITHIN = { months: 12, aheadMs: Number.POSITIVE_INFINITY };

/** Languages by the country first, as Mollie knows pairs. */
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
/** Refunds that came to nothing. */
const LOST = new Set(['failed', 'canceled']);
const isPaymentName = (ref: string) => /^tr_\w{1,64}$/.test(ref);
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** How many renewals are looked at. */
const LATEST = 5;

const Named = v.object({ id: v.string() });

async function create(at: AskMollie, order: PaymentOrder): ReturnType<PaymentProvider['create']> {
  const { id, renewal, description, returnUrl, webhookUrl } = order;
  const method = METHODS[order.method];
  if (!method || (renewal && !RENEWING.includes(order.method))) {
    throw new PaymentFailure(`mollie takes no ${order.method} here`, { isFinal: true });
  }
  const metadata = { order: id };
  const customer = renewal && read(Named, await at({ method: 'POST', path: '/customers', body: { metadata }, once: `${id}-customer` }));
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
  const { id: ref, _links } = read(MolliePayment, await at({ method: 'POST', path: '/payments', body, once: id }));
  if (!_links.checkout) throw new PaymentFailure('mollie has closed that payment', { isFinal: true });
  return { ref, redirect: _links.checkout.href };
}

async function look(at: AskMollie, ref: string): Promise<MolliePayment | null> {
  const found = isPaymentName(ref) ? await at({ path: `/payments/${ref}?embed=refunds,chargebacks` }) : null;
  return found === null ? null : read(MolliePayment, found);
}

async function find(at: AskMollie, ref: string): Promise<Payment | null> {
  const found = await look(at, ref);
  return found && molliePayment(found);
}

/** Few methods can be called off, and none that is under way. What is refused may have been paid or called off meanwhile: it is looked at again either way. */
async function cancel(at: AskMollie, ref: string): Promise<Payment | null> {
  const found = await look(at, ref);
  if (!found?.isCancelable) return found && molliePayment(found);
  try {
    await at({ method: 'DELETE', path: `/payments/${ref}` });
  } catch (error) {
    if (!(error instanceof PaymentFailure && error.isFinal)) throw error;
  }
  return find(at, ref);
}

async function refund(at: AskMollie, ref: string, { key, ...money }: Parameters<PaymentProvider['refund']>[1]): Promise<void> {
  if (!isPaymentName(ref)) throw new PaymentFailure('mollie has no such name', { isFinal: true });
  const path = `/payments/${ref}/refunds`;
  // Keys are forgotten after an hour.
  const { _embedded } = read(listOf('refunds', MollieRefund), await at({ path: `${path}?limit=250` }));
  if (_embedded.refunds?.some(({ metadata, status }) => metadata?.key === key && !LOST.has(status))) return;
  read(MollieRefund, await at({ method: 'POST', path, body: { amount: amountOf(money), metadata: { key } }, once: `refund-${key}` }));
}

async function subscribe(
  at: AskMollie,
  first: Payment,
  { order, months, startsAt }: Parameters<PaymentProvider['subscribe']>[1],
): ReturnType<PaymentProvider['subscribe']> {
  if (first.subscription) return first.subscription;
  const { customerId } = read(MolliePayment, await at({ path: `/payments/${first.ref}` }));
  if (!customerId) return null;
  const path = `/customers/${customerId}/subscriptions`;
  const { _embedded } = read(listOf('subscriptions', MollieSubscription), await at({ path: `${path}?limit=250` }));
  const opened = _embedded.subscriptions?.find(({ metadata }) => metadata?.order === order.id);
  if (opened) return opened.status === 'canceled' ? null : { ref: opened.id, customer: customerId };
  const body = {
    amount: amountOf(order),
    interval: `${months} ${months === 1 ? 'month' : 'months'}`,
    startDate: dateOf(Math.max(startsAt, Date.now())),
    description: order.description,
    webhookUrl: order.webhookUrl,
    metadata: { order: order.id },
  };
  const { id } = read(MollieSubscription, await at({ method: 'POST', path, body, once: `${order.id}-subscription` }));
  return { ref: id, customer: customerId };
}

/** Mollie over its REST API, version 2; null without a key (docs/paying.md). */
export function createMollie({ MOLLIE_API_KEY: key }: Pick<Env, 'MOLLIE_API_KEY'>, send: typeof fetch = fetch): PaymentProvider | null {
  if (!key) return null;
  const asking = mollieApi(key, send);
  return {
    name: 'mollie',
    methods: Object.keys(METHODS),
    renewingMethods: RENEWING,
    renewsWithin: RENEWS_WITHIN,
    signsNotices: false,
    create: (order) => asking((at) => create(at, order)),
    find: (ref) => asking((at) => find(at, ref)),
    cancel: (ref) => asking((at) => cancel(at, ref)),
    refund: (ref, wanted) => asking((at) => refund(at, ref, wanted)),
    // Without a signature: it names a payment, and nothing else in it is looked at.
    readNotice: async ({ body }) => {
      const id = new URLSearchParams(body).get('id') ?? '';
      return isPaymentName(id) ? [id] : null;
    },
    subscribe: (first, renewal) => asking((at) => subscribe(at, first, renewal)),
    renewals: ({ ref, customer }) =>
      asking(async (at) => {
        const made = await at({ path: `/customers/${customer}/subscriptions/${ref}/payments?limit=${LATEST}` });
        return made === null ? [] : (read(listOf('payments', Named), made)._embedded.payments ?? []).map(({ id }) => id);
      }),
    unsubscribe: async ({ ref, customer }) => {
      await asking((at) => at({ method: 'DELETE', path: `/customers/${customer}/subscriptions/${ref}` }));
    },
  };
}

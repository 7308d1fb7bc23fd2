import * as v from 'valibot';
import type { Locale } from '#contract/primitives';
import type { Env } from '../../env.ts';
import { attempt, refused } from './attempt.ts';
import { decimalOf } from './decimal.ts';
import { MolliePayment, MollieRefund, MollieSubscription, molliePayment } from './mollie-payment.ts';
import { PaymentFailure, type PaymentOrder, type PaymentProvider } from './provider.ts';

const API = 'https://api.mollie.com/v2';

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
};
/** Those that leave a mandate behind. */
const RENEWING = ['card', 'ideal', 'bancontact', 'paypal', 'kbc', 'belfius', 'eps'];

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
const isPaymentName = (ref: string) => /^tr_\w{1,64}$/.test(ref);
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const Named = v.object({ id: v.string() });
const MollieError = v.object({ field: v.nullish(v.string()) });
const listOf = <T extends v.GenericSchema>(name: string, of: T) => v.object({ _embedded: v.object({ [name]: v.array(of) }) });

type Send = typeof fetch;

interface Asked {
  readonly method?: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Mollie remembers a key for an hour. */
  readonly once?: string;
}

/** Mollie over its REST API, version 2; null without a key (docs/paying.md). */
export function createMollie({ MOLLIE_API_KEY: key }: Pick<Env, 'MOLLIE_API_KEY'>, send: Send = fetch): PaymentProvider | null {
  if (!key) return null;

  /** The answer as it came; null where there is nothing of that name (any more). */
  const ask = async (deadline: AbortSignal, { method, path, body, once }: Asked): Promise<unknown> => {
    const response = await send(`${API}${path}`, {
      method: method ?? 'GET',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...(once ? { 'Idempotency-Key': once } : {}),
      },
      body: body ? JSON.stringify(body) : null,
      redirect: 'manual',
      signal: deadline,
    });
    if (response.status === 404 || response.status === 410) {
      await response.body?.cancel();
      return null;
    }
    const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null);
    deadline.throwIfAborted();
    if (!response.ok) throw refused('mollie', response.status, v.is(MollieError, answer) ? answer.field : null);
    return answer;
  };

  const read = <T extends v.GenericSchema>(schema: T, answer: unknown): v.InferOutput<T> => {
    const result = v.safeParse(schema, answer);
    if (result.success) return result.output;
    throw new PaymentFailure(answer === null ? 'mollie 404' : 'mollie answered something else', { isFinal: answer === null });
  };

  const asking = <T>(work: (at: (asked: Asked) => Promise<unknown>) => Promise<T>) =>
    attempt('mollie', (deadline) => work((asked) => ask(deadline, asked)));

  return {
    name: 'mollie',
    methods: Object.keys(METHODS),
    renewingMethods: RENEWING,

    create: (order) =>
      asking(async (at) => {
        const { id, method, renewal, description, returnUrl, webhookUrl } = order;
        if (!METHODS[method] || (renewal && !RENEWING.includes(method))) {
          throw new PaymentFailure(`mollie takes no ${method} here`, { isFinal: true });
        }
        const metadata = { order: id };
        const customer = renewal && (await at({ method: 'POST', path: '/customers', body: { metadata }, once: `${id}-customer` }));
        const body = {
          amount: amountOf(order),
          description,
          redirectUrl: returnUrl,
          cancelUrl: returnUrl,
          webhookUrl,
          locale: localeOf(order),
          method: METHODS[method],
          metadata,
          ...(customer ? { customerId: read(Named, customer).id, sequenceType: 'first' } : {}),
        };
        const { id: ref, _links } = read(MolliePayment, await at({ method: 'POST', path: '/payments', body, once: id }));
        if (!_links.checkout) throw new PaymentFailure('mollie has closed that payment', { isFinal: true });
        return { ref, redirect: _links.checkout.href };
      }),

    find: async (ref) => {
      if (!isPaymentName(ref)) return null;
      const found = await asking((at) => at({ path: `/payments/${ref}?embed=refunds,chargebacks` }));
      return found === null ? null : molliePayment(read(MolliePayment, found));
    },

    refund: (ref, { key: refund, ...money }) =>
      asking(async (at) => {
        if (!isPaymentName(ref)) throw new PaymentFailure('mollie has no such name', { isFinal: true });
        const path = `/payments/${ref}/refunds`;
        // Keys are forgotten after an hour.
        const { _embedded } = read(listOf('refunds', MollieRefund), await at({ path: `${path}?limit=250` }));
        if (_embedded.refunds?.some(({ metadata, status }) => metadata?.key === refund && status !== 'failed')) return;
        const body = { amount: amountOf(money), metadata: { key: refund } };
        read(MollieRefund, await at({ method: 'POST', path, body, once: `refund-${refund}` }));
      }),

    /** Without a signature: it names a payment, and nothing else in it is looked at. */
    readNotice: async ({ body }) => {
      const id = new URLSearchParams(body).get('id') ?? '';
      return isPaymentName(id) ? [id] : null;
    },

    subscribe: (first, { order, months, startsAt }) =>
      asking(async (at) => {
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
      }),

    unsubscribe: async ({ ref, customer }) => {
      await asking((at) => at({ method: 'DELETE', path: `/customers/${customer}/subscriptions/${ref}` }));
    },
  };
}

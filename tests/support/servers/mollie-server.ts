import { randomBytes } from 'node:crypto';
import type { Amount, Chargeback, MolliePayment, Refund, Subscription } from './mollie-objects.ts';
import {
  type PaymentFault,
  type PaymentServer,
  type ProviderRequest,
  type ProviderResponse,
  startPaymentServer,
} from './payment-server.ts';

/** The key of the test site at Mollie, as variables of the Worker. */
export const TEST_MOLLIE = { MOLLIE_API_KEY: `test_${'v0nk'.repeat(8)}` };

export interface MollieServer extends PaymentServer {
  /** Whether an open payment can be cancelled, which few methods allow (docs.mollie.com, "Cancel payment"). */
  isCancelable: boolean;
  /** The status of a new refund; a queued one waits for a sufficient balance. */
  refundsBecome: 'pending' | 'queued';
  refunds(ref: string): readonly Refund[];
  /** Expires all idempotency keys, as happens after an hour: a repeated request is executed again. */
  expireIdempotencyKeys(): void;
  payment(ref: string): MolliePayment;
  payments(): readonly MolliePayment[];
  /** A second payment with all the fields of another, which is paid; returns its id. */
  copyAsPaid(ref: string): string;
  subscriptions(customer: string | undefined): readonly Subscription[];
  /** Sets the status that the payer or the bank caused. Throws if the payment was canceled or has expired. */
  setStatus(ref: string, status: 'paid' | 'failed' | 'canceled' | 'expired' | 'pending'): void;
  /** Refunds an amount, as the operator does at the dashboard. */
  refund(ref: string, value: string, status?: string): Refund;
  chargeBack(ref: string, value: string): Chargeback;
  /** Bills the next period of the customer's only subscription, over its own amount if none is given; returns the id of the payment. */
  billNextPeriod(customer: string | undefined, how?: { readonly status?: 'paid' | 'failed'; readonly value?: string }): string;
  paymentWebhook(ref: string): { readonly body: string; readonly signature: string };
}

const METHODS = 'ideal bancontact creditcard paypal przelewy24 eps kbc belfius blik twint satispay banktransfer'.split(' ');
const METHODS_WITH_MANDATE = 'ideal bancontact creditcard paypal eps kbc belfius'.split(' ');
const LOCALE = /^(en_US|en_GB|nl_NL|nl_BE|de_DE|de_AT|de_CH|fr_FR|fr_BE|es_ES|it_IT|pl_PL)$/;

const newMollieId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;
const cents = ({ value }: Amount) => Math.round(Number(value) * 100);
const errorAnswer = (status: number, title: string, field?: string): ProviderResponse => ({
  status,
  body: { status, title, detail: `A detail that contains the key ${TEST_MOLLIE.MOLLIE_API_KEY}`, ...(field ? { field } : {}) },
});
const unprocessable = (field: string) => errorAnswer(422, 'Unprocessable Entity', field);

function amountIn(body: Record<string, unknown>): Amount | null {
  const { value, currency } = Object(body.amount);
  return /^\d+\.\d{2}$/.test(value) && /^[A-Z]{3}$/.test(currency) && Number(value) > 0 ? { value, currency } : null;
}

/** Imitates the part of Mollie's API that the site uses (docs.mollie.com/reference): keys, decimals, embeds, idempotency, errors. */
export async function startMollieServer(): Promise<MollieServer> {
  const payments = new Map<string, MolliePayment>();
  const refunds = new Map<string, Refund[]>();
  const chargebacks = new Map<string, Chargeback[]>();
  const customers = new Set<string>();
  const subscriptions = new Map<string, Subscription>();
  const answersByKey = new Map<string, ProviderResponse>();

  const payment = (ref: string): MolliePayment => {
    const found = payments.get(ref);
    if (!found) throw new Error(`the test has no ${ref} at Mollie`);
    return found;
  };
  const addTo = <T>(lists: Map<string, T[]>, ref: string, it: T): T => {
    lists.set(ref, [...(lists.get(ref) ?? []), it]);
    return it;
  };
  const put = (fields: Omit<MolliePayment, 'resource' | 'id' | '_links'>): MolliePayment => {
    const id = newMollieId('tr');
    const links = {
      self: { href: `https://api.mollie.com/v2/payments/${id}` },
      checkout: { href: `https://www.mollie.com/checkout/${id}` },
    };
    const created: MolliePayment = { resource: 'payment', id, ...fields, _links: links };
    payments.set(id, created);
    return created;
  };
  const end = (target: MolliePayment, status: string) => {
    if (target.status === 'canceled' || target.status === 'expired') throw new Error(`nobody can pay a payment that is ${target.status}`);
    target.status = status;
    delete target._links.checkout;
  };
  const refund = (ref: string, amount: Amount, status: string, metadata: unknown): Refund =>
    addTo<Refund>(refunds, ref, { resource: 'refund', id: newMollieId('re'), amount, status, metadata });
  const ofCustomer = (customer: string | undefined) => [...subscriptions.values()].filter(({ customerId }) => customerId === customer);
  const page = (name: string, items: readonly unknown[]): ProviderResponse => ({
    status: 200,
    body: { count: items.length, _embedded: { [name]: items } },
  });

  const createPayment = (body: Record<string, unknown>): ProviderResponse => {
    const amount = amountIn(body);
    if (!amount) return unprocessable('amount');
    if (!body.description) return unprocessable('description');
    if (!String(body.redirectUrl).startsWith('http')) return unprocessable('redirectUrl');
    if (!String(body.webhookUrl).startsWith('http')) return unprocessable('webhookUrl');
    if (!METHODS.includes(String(body.method))) return unprocessable('method');
    if (!LOCALE.test(String(body.locale))) return unprocessable('locale');
    const isFirst = body.sequenceType === 'first';
    if (isFirst && !(customers.has(String(body.customerId)) && METHODS_WITH_MANDATE.includes(String(body.method))))
      return unprocessable('method');
    const { metadata, method, locale, redirectUrl, cancelUrl, webhookUrl } = body;
    const created = put({
      status: 'open',
      amount,
      metadata,
      method: String(method),
      locale: String(locale),
      sequenceType: isFirst ? 'first' : 'oneoff',
      redirectUrl: String(redirectUrl),
      cancelUrl: String(cancelUrl),
      webhookUrl: String(webhookUrl),
      ...(isFirst ? { customerId: String(body.customerId) } : {}),
    });
    return { status: 201, body: created };
  };
  /** Mollie leaves out this field for finished payments. */
  const cancelable = ({ status }: MolliePayment) => (status === 'open' || status === 'pending' ? { isCancelable: canCancel(status) } : {});
  const canCancel = (status: string) => status === 'open' && started.isCancelable;
  const cancelPayment = (target: MolliePayment): ProviderResponse => {
    if (!canCancel(target.status)) return errorAnswer(422, 'Unprocessable Entity');
    end(target, 'canceled');
    return { status: 200, body: target };
  };
  const createRefund = (target: MolliePayment, body: Record<string, unknown>): ProviderResponse => {
    const amount = amountIn(body);
    const successful = (refunds.get(target.id) ?? []).filter(({ status }) => status !== 'failed');
    const refunded = successful.reduce((sum, each) => sum + cents(each.amount), 0);
    if (!amount || target.status !== 'paid' || cents(amount) + refunded > cents(target.amount)) return unprocessable('amount');
    return { status: 201, body: refund(target.id, amount, started.refundsBecome, body.metadata) };
  };
  const createSubscription = (customerId: string, body: Record<string, unknown>): ProviderResponse => {
    const amount = amountIn(body);
    const [, count = '0'] = /^(\d+) months?$/.exec(String(body.interval)) ?? [];
    if (!amount) return unprocessable('amount');
    if (Number(count) < 1 || Number(count) > 12) return unprocessable('interval');
    if (!(String(body.startDate) >= new Date().toISOString().slice(0, 10))) return unprocessable('startDate');
    if (![...payments.values()].some((it) => it.customerId === customerId && it.status === 'paid')) return unprocessable('mandateId');
    const { metadata, interval, startDate } = body;
    const created: Subscription = {
      resource: 'subscription',
      id: newMollieId('sub'),
      customerId,
      status: 'active',
      amount,
      interval: String(interval),
      startDate: String(startDate),
      metadata,
    };
    subscriptions.set(created.id, created);
    return { status: 201, body: created };
  };

  const work = ({ method, url, body: text }: ProviderRequest): ProviderResponse => {
    const [, version, collection, id = '', part, partId = ''] = url.pathname.split('/');
    const body: Record<string, unknown> = text ? JSON.parse(text) : {};
    const found = payments.get(id);
    if (version !== 'v2' || (collection !== 'payments' && collection !== 'customers')) return errorAnswer(404, 'Not Found');
    if (collection === 'payments' && method === 'POST' && !id) return createPayment(body);
    if (collection === 'payments' && !found) return errorAnswer(404, 'Not Found');
    if (found && part === 'refunds') return method === 'POST' ? createRefund(found, body) : page('refunds', refunds.get(id) ?? []);
    if (found && method === 'DELETE') return cancelPayment(found);
    if (found) {
      const embeds = (url.searchParams.get('embed') ?? '').split(',');
      const embedded = { refunds: refunds.get(id) ?? [], chargebacks: chargebacks.get(id) ?? [] };
      return {
        status: 200,
        body: {
          ...found,
          ...cancelable(found),
          _embedded: Object.fromEntries(Object.entries(embedded).filter(([name]) => embeds.includes(name))),
        },
      };
    }
    if (method === 'POST' && !id) {
      const customer = newMollieId('cst');
      customers.add(customer);
      return { status: 201, body: { resource: 'customer', id: customer, metadata: body.metadata } };
    }
    if (!customers.has(id) || part !== 'subscriptions') return errorAnswer(404, 'Not Found');
    if (method === 'POST') return createSubscription(id, body);
    if (method === 'GET' && url.pathname.endsWith('/payments')) {
      return page('payments', [...payments.values()].filter(({ subscriptionId }) => subscriptionId === partId).reverse());
    }
    if (method === 'GET') return page('subscriptions', ofCustomer(id));
    const subscription = subscriptions.get(partId);
    if (!subscription) return errorAnswer(404, 'Not Found');
    if (subscription.status === 'canceled') return errorAnswer(410, 'Gone');
    if (subscription.status === 'locked') return errorAnswer(422, 'Unprocessable Entity');
    subscription.status = 'canceled';
    return { status: 200, body: subscription };
  };

  const answer = (request: ProviderRequest, fault: PaymentFault | null): ProviderResponse => {
    if (request.url.host !== 'api.mollie.com') return { status: 404 };
    if (request.headers.authorization !== `Bearer ${TEST_MOLLIE.MOLLIE_API_KEY}`) return errorAnswer(401, 'Unauthorized Request');
    if (typeof fault === 'number') return fault === 503 ? { status: 503 } : errorAnswer(fault, 'Refused');
    const key = request.method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : '';
    const earlier = answersByKey.get(key);
    if (earlier) return earlier;
    const result = work(request);
    if (key && result.status < 300) answersByKey.set(key, structuredClone(result));
    return result;
  };

  const server = await startPaymentServer(answer);
  const controls: Omit<MollieServer, keyof PaymentServer> = {
    isCancelable: true,
    refundsBecome: 'pending',
    refunds: (ref) => refunds.get(ref) ?? [],
    expireIdempotencyKeys: () => answersByKey.clear(),
    payment,
    payments: () => [...payments.values()],
    copyAsPaid: (ref) => {
      const { id: _, resource: __, _links: ___, ...fields } = payment(ref);
      return put({ ...fields, status: 'paid' }).id;
    },
    subscriptions: ofCustomer,
    setStatus: (ref, status) => end(payment(ref), status),
    refund: (ref, value, status = 'refunded') => refund(ref, { value, currency: payment(ref).amount.currency }, status, null),
    chargeBack: (ref, value) =>
      addTo<Chargeback>(chargebacks, ref, {
        resource: 'chargeback',
        id: newMollieId('chb'),
        amount: { value, currency: payment(ref).amount.currency },
        reversedAt: null,
      }),
    billNextPeriod: (customer, { status = 'paid', value } = {}) => {
      const [subscription] = ofCustomer(customer);
      if (!subscription) throw new Error('the test has no subscription at Mollie');
      const { id, customerId, amount: agreed, metadata } = subscription;
      const amount = value === undefined ? agreed : { ...agreed, value };
      const fields = { subscriptionId: id, customerId, amount, metadata, status, sequenceType: 'recurring', method: 'directdebit' };
      return put({ ...fields, locale: null, redirectUrl: null, cancelUrl: null, webhookUrl: null }).id;
    },
    paymentWebhook: (ref) => ({ body: `id=${ref}`, signature: '' }),
  };
  const started = Object.assign(server, controls);
  return started;
}

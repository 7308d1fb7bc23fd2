import { randomBytes } from 'node:crypto';
import type { Amount, Chargeback, Paid, Refund, Subscription } from './mollie-objects.ts';
import { type Answered, type Asked, type Fault, type PaymentServer, startPaymentServer } from './payment-server.ts';

/** What a site of the tests is known by. */
export const TEST_MOLLIE = { MOLLIE_API_KEY: `test_${'v0nk'.repeat(8)}` };

export interface MollieServer extends PaymentServer {
  /** Whether what is open can be called off: few methods can (docs.mollie.com, "Cancel payment"). */
  isCancelable: boolean;
  /** How far a refund gets at once: queued ones wait for a balance. */
  refundsBecome: 'pending' | 'queued';
  refunds(ref: string): readonly Refund[];
  /** An hour goes by: what was asked under a key is done anew. */
  forgetKeys(): void;
  payment(ref: string): Paid;
  subscriptions(customer: string | undefined): readonly Subscription[];
  /** What its payer or bank made of it. */
  end(ref: string, status: 'paid' | 'failed' | 'canceled' | 'expired' | 'pending'): void;
  /** Given back at the dashboard. */
  refund(ref: string, value: string, status?: string): Refund;
  chargeBack(ref: string, value: string): Chargeback;
  /** The next span of a customer's only subscription is billed. */
  renew(customer: string | undefined, status?: 'paid' | 'failed'): string;
  notice(ref: string): { readonly body: string; readonly signature: string };
}

const METHODS = 'ideal bancontact creditcard paypal przelewy24 eps kbc belfius blik twint satispay banktransfer'.split(' ');
const MANDATED = 'ideal bancontact creditcard paypal eps kbc belfius'.split(' ');
const LOCALE = /^(en_US|en_GB|nl_NL|nl_BE|de_DE|de_AT|de_CH|fr_FR|fr_BE|es_ES|it_IT|pl_PL)$/;

const named = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`;
const cents = ({ value }: Amount) => Math.round(Number(value) * 100);
const refused = (status: number, title: string, field?: string): Answered => ({
  status,
  body: { status, title, detail: `Said at length, with ${TEST_MOLLIE.MOLLIE_API_KEY}`, ...(field ? { field } : {}) },
});
const unprocessable = (field: string) => refused(422, 'Unprocessable Entity', field);

function amountIn(body: Record<string, unknown>): Amount | null {
  const { value, currency } = Object(body.amount);
  return /^\d+\.\d{2}$/.test(value) && /^[A-Z]{3}$/.test(currency) && Number(value) > 0 ? { value, currency } : null;
}

/** Mollie's API as far as payments go through it (docs.mollie.com/reference): keys, decimals, embeds, idempotency, errors. */
export async function startMollieServer(): Promise<MollieServer> {
  const payments = new Map<string, Paid>();
  const refunds = new Map<string, Refund[]>();
  const chargebacks = new Map<string, Chargeback[]>();
  const customers = new Set<string>();
  const subscriptions = new Map<string, Subscription>();
  const kept = new Map<string, Answered>();

  const payment = (ref: string): Paid => {
    const found = payments.get(ref);
    if (!found) throw new Error(`the test has no ${ref} at Mollie`);
    return found;
  };
  const into = <T>(lists: Map<string, T[]>, ref: string, it: T): T => {
    lists.set(ref, [...(lists.get(ref) ?? []), it]);
    return it;
  };
  const put = (fields: Omit<Paid, 'resource' | 'id' | '_links'>): Paid => {
    const id = named('tr');
    const links = {
      self: { href: `https://api.mollie.com/v2/payments/${id}` },
      checkout: { href: `https://www.mollie.com/checkout/${id}` },
    };
    const made: Paid = { resource: 'payment', id, ...fields, _links: links };
    payments.set(id, made);
    return made;
  };
  const end = (its: Paid, status: string) => {
    if (its.status === 'canceled' || its.status === 'expired') throw new Error(`nobody can pay what is ${its.status}`);
    its.status = status;
    delete its._links.checkout;
  };
  const refund = (ref: string, amount: Amount, status: string, metadata: unknown): Refund =>
    into<Refund>(refunds, ref, { resource: 'refund', id: named('re'), amount, status, metadata });
  const ofCustomer = (customer: string | undefined) => [...subscriptions.values()].filter(({ customerId }) => customerId === customer);
  const page = (name: string, items: readonly unknown[]): Answered => ({
    status: 200,
    body: { count: items.length, _embedded: { [name]: items } },
  });

  const createPayment = (body: Record<string, unknown>): Answered => {
    const amount = amountIn(body);
    if (!amount) return unprocessable('amount');
    if (!body.description) return unprocessable('description');
    if (!String(body.redirectUrl).startsWith('http')) return unprocessable('redirectUrl');
    if (!String(body.webhookUrl).startsWith('http')) return unprocessable('webhookUrl');
    if (!METHODS.includes(String(body.method))) return unprocessable('method');
    if (!LOCALE.test(String(body.locale))) return unprocessable('locale');
    const isFirst = body.sequenceType === 'first';
    if (isFirst && !(customers.has(String(body.customerId)) && MANDATED.includes(String(body.method)))) return unprocessable('method');
    const { metadata, method, locale, redirectUrl, webhookUrl } = body;
    const made = put({
      status: 'open',
      amount,
      metadata,
      method: String(method),
      locale: String(locale),
      sequenceType: isFirst ? 'first' : 'oneoff',
      redirectUrl: String(redirectUrl),
      webhookUrl: String(webhookUrl),
      ...(isFirst ? { customerId: String(body.customerId) } : {}),
    });
    return { status: 201, body: made };
  };
  /** Left out once it is over. */
  const cancelable = ({ status }: Paid) => (status === 'open' || status === 'pending' ? { isCancelable: canCancel(status) } : {});
  const canCancel = (status: string) => status === 'open' && started.isCancelable;
  const cancelPayment = (its: Paid): Answered => {
    if (!canCancel(its.status)) return refused(422, 'Unprocessable Entity');
    end(its, 'canceled');
    return { status: 200, body: its };
  };
  const createRefund = (its: Paid, body: Record<string, unknown>): Answered => {
    const amount = amountIn(body);
    const back = (refunds.get(its.id) ?? []).filter(({ status }) => status !== 'failed').reduce((all, each) => all + cents(each.amount), 0);
    if (!amount || its.status !== 'paid' || cents(amount) + back > cents(its.amount)) return unprocessable('amount');
    return { status: 201, body: refund(its.id, amount, started.refundsBecome, body.metadata) };
  };
  const createSubscription = (customerId: string, body: Record<string, unknown>): Answered => {
    const amount = amountIn(body);
    const [, count = '0'] = /^(\d+) months?$/.exec(String(body.interval)) ?? [];
    if (!amount) return unprocessable('amount');
    if (Number(count) < 1 || Number(count) > 12) return unprocessable('interval');
    if (!(String(body.startDate) >= new Date().toISOString().slice(0, 10))) return unprocessable('startDate');
    if (![...payments.values()].some((it) => it.customerId === customerId && it.status === 'paid')) return unprocessable('mandateId');
    const { metadata, interval, startDate } = body;
    const made: Subscription = {
      resource: 'subscription',
      id: named('sub'),
      customerId,
      status: 'active',
      amount,
      interval: String(interval),
      startDate: String(startDate),
      metadata,
    };
    subscriptions.set(made.id, made);
    return { status: 201, body: made };
  };

  const work = ({ method, url, body: text }: Asked): Answered => {
    const [, version, what, id = '', part, partId = ''] = url.pathname.split('/');
    const body: Record<string, unknown> = text ? JSON.parse(text) : {};
    const its = payments.get(id);
    if (version !== 'v2' || (what !== 'payments' && what !== 'customers')) return refused(404, 'Not Found');
    if (what === 'payments' && method === 'POST' && !id) return createPayment(body);
    if (what === 'payments' && !its) return refused(404, 'Not Found');
    if (its && part === 'refunds') return method === 'POST' ? createRefund(its, body) : page('refunds', refunds.get(id) ?? []);
    if (its && method === 'DELETE') return cancelPayment(its);
    if (its) {
      const embeds = (url.searchParams.get('embed') ?? '').split(',');
      const embedded = { refunds: refunds.get(id) ?? [], chargebacks: chargebacks.get(id) ?? [] };
      return {
        status: 200,
        body: {
          ...its,
          ...cancelable(its),
          _embedded: Object.fromEntries(Object.entries(embedded).filter(([name]) => embeds.includes(name))),
        },
      };
    }
    if (method === 'POST' && !id) {
      const customer = named('cst');
      customers.add(customer);
      return { status: 201, body: { resource: 'customer', id: customer, metadata: body.metadata } };
    }
    if (!customers.has(id) || part !== 'subscriptions') return refused(404, 'Not Found');
    if (method === 'POST') return createSubscription(id, body);
    if (method === 'GET' && url.pathname.endsWith('/payments')) {
      return page('payments', [...payments.values()].filter(({ subscriptionId }) => subscriptionId === partId).reverse());
    }
    if (method === 'GET') return page('subscriptions', ofCustomer(id));
    const subscription = subscriptions.get(partId);
    if (!subscription) return refused(404, 'Not Found');
    if (subscription.status === 'canceled') return refused(410, 'Gone');
    subscription.status = 'canceled';
    return { status: 200, body: subscription };
  };

  const answer = (asked: Asked, fault: Fault | null): Answered => {
    if (asked.url.host !== 'api.mollie.com') return { status: 404 };
    if (asked.headers.authorization !== `Bearer ${TEST_MOLLIE.MOLLIE_API_KEY}`) return refused(401, 'Unauthorized Request');
    if (typeof fault === 'number') return fault === 503 ? { status: 503 } : refused(fault, 'Refused');
    const key = asked.method === 'POST' ? String(asked.headers['idempotency-key'] ?? '') : '';
    const before = kept.get(key);
    if (before) return before;
    const told = work(asked);
    if (key && told.status < 300) kept.set(key, structuredClone(told));
    return told;
  };

  const server = await startPaymentServer(answer);
  const acts: Omit<MollieServer, keyof PaymentServer> = {
    isCancelable: true,
    refundsBecome: 'pending',
    refunds: (ref) => refunds.get(ref) ?? [],
    forgetKeys: () => kept.clear(),
    payment,
    subscriptions: ofCustomer,
    end: (ref, status) => end(payment(ref), status),
    refund: (ref, value, status = 'refunded') => refund(ref, { value, currency: payment(ref).amount.currency }, status, null),
    chargeBack: (ref, value) =>
      into<Chargeback>(chargebacks, ref, {
        resource: 'chargeback',
        id: named('chb'),
        amount: { value, currency: payment(ref).amount.currency },
        reversedAt: null,
      }),
    renew: (customer, status = 'paid') => {
      const [subscription] = ofCustomer(customer);
      if (!subscription) throw new Error('the test has no subscription at Mollie');
      const { id, customerId, amount, metadata } = subscription;
      const its = { subscriptionId: id, customerId, amount, metadata, status, sequenceType: 'recurring', method: 'directdebit' };
      return put({ ...its, locale: null, redirectUrl: null, webhookUrl: null }).id;
    },
    notice: (ref) => ({ body: `id=${ref}`, signature: '' }),
  };
  const started = Object.assign(server, acts);
  return started;
}

import { createHmac } from 'node:crypto';
import {
  type PaymentFault,
  type PaymentServer,
  type ProviderRequest,
  type ProviderResponse,
  startPaymentServer,
} from './payment-server.ts';
import { createStripeFixture, type StripeFixture, type StripeObject } from './stripe-fixture.ts';

/** The keys of the test site at Stripe, as variables of the Worker. */
export const TEST_STRIPE = { STRIPE_SECRET_KEY: 'sk_test_vonk0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_vonk0123456789' };

interface WebhookRequest {
  readonly body: string;
  readonly signature: string;
}

export interface StripeServer extends PaymentServer, StripeFixture {
  /** A webhook request of this type about an object, with the signature of Stripe. */
  webhookRequest(type: string, id: string, how?: { readonly secret?: string; readonly at?: number }): WebhookRequest;
}

type Form = { [name: string]: Form | string };
const isForm = (it: Form | string | undefined): it is Form => typeof it === 'object';
const formValue = (form: Form | string | undefined, ...path: string[]) =>
  path.reduce<Form | string | undefined>((it, name) => (isForm(it) ? it[name] : undefined), form);

/** Parses a form such as `a[b][0]=c` into nested objects. */
function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    const last = path.pop() ?? '';
    let target = form;
    for (const part of path) {
      const existing = target[part];
      const next = isForm(existing) ? existing : {};
      target[part] = next;
      target = next;
    }
    target[last] = value;
  }
  return form;
}

class StripeError extends Error {
  readonly answer: ProviderResponse;
  constructor(status: number, error: { type: string; code?: string; param?: string; message?: string }) {
    super(error.type);
    const message = `Refused; this contains a part of the key: ${TEST_STRIPE.STRIPE_SECRET_KEY.slice(0, 12)}`;
    this.answer = { status, body: { error: { message, ...error } } };
  }
}
const invalidRequest = (code: string, param?: string) =>
  new StripeError(400, { type: 'invalid_request_error', code, ...(param ? { param } : {}) });

const SESSION_FIELDS = [
  'mode',
  'client_reference_id',
  'metadata',
  'line_items',
  'allowed_payment_method_types',
  'adaptive_pricing',
  'locale',
  'success_url',
  'cancel_url',
  'payment_intent_data',
  'subscription_data',
  'expires_at',
  'submit_type',
  'customer_email',
];
const METHODS = 'card ideal bancontact sepa_debit paypal p24 eps blik twint satispay'.split(' ');
const MIN_AMOUNT = 50;

function createSession(stripe: StripeFixture, form: Form): StripeObject {
  const unknown = Object.keys(form).find((field) => !SESSION_FIELDS.includes(field));
  if (unknown) throw invalidRequest('parameter_unknown', unknown);
  const { mode, success_url, allowed_payment_method_types: methods } = form;
  const isSubscription = mode === 'subscription';
  if (!isSubscription && mode !== 'payment') throw invalidRequest('parameter_missing', 'mode');
  if (isSubscription ? form.payment_intent_data : form.subscription_data) throw invalidRequest('parameter_unknown', 'payment_intent_data');
  if (!success_url) throw invalidRequest('parameter_missing', 'success_url');
  if (isForm(methods) && !Object.values(methods).every((method) => METHODS.includes(String(method))))
    throw invalidRequest('parameter_invalid', 'allowed_payment_method_types');
  const price = formValue(form, 'line_items', '0', 'price_data');
  const amount = Number(formValue(price, 'unit_amount'));
  if (!Number.isInteger(amount) || amount < MIN_AMOUNT) throw invalidRequest('amount_too_small', 'line_items[0][price_data][unit_amount]');
  if (!formValue(price, 'product_data', 'name')) throw invalidRequest('parameter_missing', 'line_items[0][price_data][product_data][name]');
  const currency = String(formValue(price, 'currency'));
  if (!/^[a-z]{3}$/.test(currency)) throw invalidRequest('parameter_invalid', 'currency');
  if (isSubscription !== isForm(formValue(price, 'recurring')))
    throw invalidRequest('parameter_invalid', 'line_items[0][price_data][recurring]');
  const session = stripe.put('cs_test', 'checkout.session', {
    mode,
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amount,
    currency,
    client_reference_id: form.client_reference_id ?? null,
    metadata: form.metadata ?? {},
    payment_intent: null,
    invoice: null,
    subscription: null,
    customer: null,
    interval_months: Number(formValue(price, 'recurring', 'interval_count') ?? 0),
    intent_metadata: formValue(form, 'payment_intent_data', 'metadata') ?? {},
    subscription_metadata: formValue(form, 'subscription_data', 'metadata') ?? {},
  });
  session.url = `https://checkout.stripe.com/c/pay/${session.id}`;
  return session;
}

function expireSession(stripe: StripeFixture, id: string): StripeObject {
  const status = String(stripe.get(id).status);
  const message = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`;
  if (status !== 'open') throw new StripeError(400, { type: 'invalid_request_error', message });
  return stripe.expire(id);
}

function createRefund(stripe: StripeFixture, form: Form): StripeObject {
  const intent = stripe.objects.get(String(form.payment_intent));
  if (!intent) throw invalidRequest('resource_missing', 'payment_intent');
  const charge = stripe.get(intent.latest_charge);
  const amount = Number(form.amount);
  if (charge.refunded) throw invalidRequest('charge_already_refunded');
  if (!(amount > 0) || amount > Number(charge.amount) - Number(charge.amount_refunded)) throw invalidRequest('amount_too_large', 'amount');
  return stripe.refund(intent.id, amount, form.metadata);
}

function updateSubscription(stripe: StripeFixture, id: string, form: Form): StripeObject {
  if (form.proration_behavior !== 'none') throw new Error('the change of the date would bill a part of a period');
  const end = Number(form.trial_end);
  return Object.assign(stripe.get(id), { trial_end: end, items: { object: 'list', data: [{ current_period_end: end }] } });
}

/** The objects at the path of a list that match its filters, newest first. */
function listObjects(stripe: StripeFixture, path: string, query: Form): readonly StripeObject[] {
  const matching = (object: string, ...fields: string[]) =>
    stripe.every(object, Object.fromEntries(fields.map((field) => [field, query[field]]))).reverse();
  if (path === '/v1/checkout/sessions') return matching('checkout.session', 'payment_intent', 'subscription');
  if (path === '/v1/refunds') return matching('refund', 'payment_intent');
  if (path === '/v1/invoices') return stripe.every('invoice', { subscription_id: query.subscription }).reverse();
  if (path === '/v1/disputes') return matching('dispute', 'charge', 'payment_intent');
  if (path !== '/v1/invoice_payments') throw new StripeError(404, { type: 'invalid_request_error' });
  const intent = formValue(query, 'payment', 'payment_intent');
  return matching('invoice_payment', 'invoice', 'status').filter((payment) => intent === undefined || payment.intent === intent);
}

/** Replaces the ids along one path with their objects. */
function expand(stripe: StripeFixture, value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return typeof value === 'string' ? (stripe.objects.get(value) ?? value) : value;
  const parent = typeof value === 'string' ? stripe.objects.get(value) : value;
  if (Array.isArray(parent)) return parent.map((item) => expand(stripe, item, [step, ...rest]));
  if (typeof parent !== 'object' || parent === null) return value;
  const child = Reflect.get(parent, step);
  const isList = Array.isArray(child);
  return { ...parent, [step]: isList ? child.map((item) => expand(stripe, item, rest)) : expand(stripe, child, rest) };
}

function expandAll(stripe: StripeFixture, result: unknown, paths: Form | string | undefined): unknown {
  const steps = isForm(paths) ? Object.values(paths).map((path) => String(path).split('.')) : [];
  if (steps.some((path) => path.length > 4)) throw invalidRequest('property_expansion_max_depth');
  return steps.reduce<unknown>((expanded, path) => expand(stripe, expanded, path), result);
}

const OBJECT_PATH = /^\/v1\/(?:checkout\/sessions|invoices|subscriptions|payment_intents)\/(\w+)(?:\/(expire))?$/;

function handleRequest(stripe: StripeFixture, { method, url }: ProviderRequest, form: Form): unknown {
  const { pathname } = url;
  const [, id, action] = OBJECT_PATH.exec(pathname) ?? [];
  if (id && !stripe.objects.has(id)) throw new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'id' });
  if (method === 'POST' && pathname === '/v1/checkout/sessions') return createSession(stripe, form);
  if (method === 'POST' && pathname === '/v1/refunds') return createRefund(stripe, form);
  if (method === 'POST' && id && action) return expireSession(stripe, id);
  if (method === 'POST' && id) return updateSubscription(stripe, id, form);
  if (method === 'DELETE' && id && stripe.get(id).status === 'locked') throw invalidRequest('resource_locked');
  if (method === 'DELETE' && id) return Object.assign(stripe.get(id), { status: 'canceled' });
  if (method !== 'GET') throw new StripeError(404, { type: 'invalid_request_error' });
  if (id) return stripe.get(id);
  const data = listObjects(stripe, pathname, form).slice(0, Number(form.limit ?? 10));
  return { object: 'list', url: pathname, has_more: false, data };
}

/** Imitates the part of Stripe's API that the site uses (docs.stripe.com/api): keys, form bodies, idempotency, expansion, errors. */
export async function startStripeServer(): Promise<StripeServer> {
  const stripe = createStripeFixture();
  const answersByKey = new Map<string, { readonly request: string; readonly answer: ProviderResponse }>();

  const answer = (asked: ProviderRequest, fault: PaymentFault | null): ProviderResponse => {
    if (asked.url.host !== 'api.stripe.com') return { status: 404 };
    if (asked.headers.authorization !== `Bearer ${TEST_STRIPE.STRIPE_SECRET_KEY}`)
      return new StripeError(401, { type: 'invalid_request_error' }).answer;
    if (fault === 429) return new StripeError(429, { type: 'rate_limit_error', code: 'rate_limit' }).answer;
    if (fault === 503) return { status: 503 };
    const key = asked.method === 'POST' ? String(asked.headers['idempotency-key'] ?? '') : '';
    const request = `${asked.url.pathname} ${asked.body}`;
    const earlier = answersByKey.get(key);
    if (earlier && earlier.request !== request) return new StripeError(400, { type: 'idempotency_error' }).answer;
    if (earlier) return { ...earlier.answer, headers: { 'idempotent-replayed': 'true' } };
    const form = parseForm(asked.method === 'POST' ? asked.body : asked.url.search);
    try {
      const result = handleRequest(stripe, asked, form);
      const response =
        fault === 500 ? new StripeError(500, { type: 'api_error' }).answer : { status: 200, body: expandAll(stripe, result, form.expand) };
      // The objects change later; a repeated request gets the first answer.
      if (key) answersByKey.set(key, { request, answer: structuredClone(response) });
      return response;
    } catch (error) {
      if (error instanceof StripeError) return error.answer;
      throw error;
    }
  };

  const server = await startPaymentServer(answer);
  return Object.assign(server, stripe, {
    webhookRequest: (type: string, id: string, { secret = TEST_STRIPE.STRIPE_WEBHOOK_SECRET, at = Date.now() } = {}): WebhookRequest => {
      const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object: stripe.get(id) } });
      const time = Math.floor(at / 1000);
      const signed = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      return { body, signature: `t=${time},v1=${signed}` };
    },
  });
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentOrder, PaymentProvider } from '../../worker/platform/payments/provider.ts';
import { createStripe } from '../../worker/platform/payments/stripe.ts';
import { aPaymentOrder, failureOf, setUp } from '../support/payment-orders.ts';
import { type StripeServer, startStripeServer, TEST_STRIPE } from '../support/stripe-server.ts';

let server: StripeServer;
let stripe: PaymentProvider;

beforeAll(async () => {
  server = await startStripeServer();
  stripe = setUp(createStripe(TEST_STRIPE, server.send));
});
afterAll(() => server.stop());
beforeEach(() => {
  server.fault = null;
  server.asked.length = 0;
});

const made = async (fields: Partial<PaymentOrder> = {}) => {
  const order = aPaymentOrder(fields);
  return { order, ...(await stripe.create(order)) };
};
const paid = async (fields: Partial<PaymentOrder> = {}) => {
  const payment = await made(fields);
  server.pay(payment.ref);
  return payment;
};
const months = (count: number) => ({ method: 'card', description: 'Vonk Premium', renewal: { months: count } });

describe('without both of its keys', () => {
  test.each([{}, { STRIPE_SECRET_KEY: 'sk_test_1' }, { STRIPE_WEBHOOK_SECRET: 'whsec_1' }])('%o is no Stripe', (keys) => {
    expect(createStripe(keys)).toBeNull();
  });
});

describe('making a payment', () => {
  test('asks for the order, its price and its method, and says where it is paid', async () => {
    const { order, ref, redirect } = await made();
    expect(redirect).toContain('https://checkout.stripe.com/');
    expect(server.get(ref)).toMatchObject({ amount_total: 1999, currency: 'eur', client_reference_id: order.id, mode: 'payment' });
    const form = new URLSearchParams(server.asked[0]?.body);
    expect(form.get('allowed_payment_method_types[0]')).toBe('ideal');
    expect([form.get('success_url'), form.get('cancel_url'), form.get('locale')]).toEqual([order.returnUrl, order.returnUrl, 'nl']);
  });

  test('again is the same payment', async () => {
    const { order, ref } = await made();
    expect((await stripe.create(order)).ref).toBe(ref);
    expect(server.every('checkout.session', { client_reference_id: order.id })).toHaveLength(1);
  });

  test('thirty times at once is the same payment', async () => {
    const order = aPaymentOrder();
    const refs = await Promise.all(Array.from({ length: 30 }, async () => (await stripe.create(order)).ref));
    expect(new Set(refs).size).toBe(1);
  });

  test('whose answer was lost is found again', async () => {
    const order = aPaymentOrder();
    server.fault = 'lost';
    expect((await failureOf(stripe.create(order))).isFinal).toBe(false);
    server.fault = null;
    const { ref } = await stripe.create(order);
    expect(server.every('checkout.session', { client_reference_id: order.id }).map(({ id }) => id)).toEqual([ref]);
  });

  test('goes on after a fault that Stripe keeps, and then stays the same', async () => {
    const order = aPaymentOrder();
    server.fault = 500;
    expect((await failureOf(stripe.create(order))).isFinal).toBe(false);
    server.fault = null;
    const { ref } = await stripe.create(order);
    expect((await stripe.create(order)).ref).toBe(ref);
  });

  test('with another price under the same name is refused for good', async () => {
    const { order } = await made();
    expect((await failureOf(stripe.create({ ...order, amount: 1 }))).isFinal).toBe(true);
  });

  test.each([
    ['by a method nobody knows', { method: 'cowries' }],
    ['that renews, by a method that cannot', { method: 'p24', renewal: { months: 1 } }],
    ['too small for Stripe', { amount: 1 }],
  ])('%s is refused for good', async (_, fields) => {
    expect((await failureOf(stripe.create(aPaymentOrder(fields)))).isFinal).toBe(true);
  });

  test.each(createStripe(TEST_STRIPE)?.methods ?? [])('takes %s', async (method) => {
    expect((await made({ method })).ref).toMatch(/^cs_/);
  });
});

describe('what is true of a payment', () => {
  test('nothing yet', async () => {
    const { order, ref } = await made();
    expect(await stripe.find(ref)).toEqual({
      ref,
      orderId: order.id,
      status: 'open',
      amount: 1999,
      currency: 'EUR',
      refunded: 0,
      chargedBack: 0,
      subscription: null,
    });
  });

  test('paid', async () => {
    const { ref } = await paid();
    expect(await stripe.find(ref)).toMatchObject({ status: 'paid', amount: 1999, currency: 'EUR', refunded: 0, chargedBack: 0 });
  });

  test('expired', async () => {
    const { ref } = await made();
    server.expire(ref);
    expect(await stripe.find(ref)).toMatchObject({ status: 'expired' });
  });

  test('a debit is open for days, then paid', async () => {
    const { ref } = await made({ method: 'sepa' });
    server.payLater(ref);
    expect(await stripe.find(ref)).toMatchObject({ status: 'open' });
    server.arrive(ref);
    expect(await stripe.find(ref)).toMatchObject({ status: 'paid' });
  });

  test('a debit that bounced has failed, one that was called off is canceled', async () => {
    const [bounced, called] = [await made({ method: 'sepa' }), await made({ method: 'sepa' })];
    for (const { ref } of [bounced, called]) server.payLater(ref);
    server.bounce(bounced.ref);
    server.cancelIntent(called.ref);
    expect(await stripe.find(bounced.ref)).toMatchObject({ status: 'failed' });
    expect(await stripe.find(called.ref)).toMatchObject({ status: 'canceled' });
  });

  test('given back in parts, then in full', async () => {
    const { ref } = await paid();
    server.refund(server.intentOf(ref), 500);
    expect(await stripe.find(ref)).toMatchObject({ status: 'paid', refunded: 500 });
    server.refund(server.intentOf(ref), 1499);
    expect(await stripe.find(ref)).toMatchObject({ status: 'paid', refunded: 1999 });
  });

  test('charged back counts until it is won, and stays when it is lost', async () => {
    const { ref } = await paid();
    const dispute = server.dispute(server.intentOf(ref), 1999).id;
    expect(await stripe.find(ref)).toMatchObject({ status: 'paid', refunded: 0, chargedBack: 1999 });
    server.closeDispute(dispute, 'lost');
    expect(await stripe.find(ref)).toMatchObject({ chargedBack: 1999 });
    server.closeDispute(dispute, 'won');
    expect(await stripe.find(ref)).toMatchObject({ chargedBack: 0 });
  });

  test('a bank that only asks takes nothing', async () => {
    const { ref } = await paid();
    server.dispute(server.intentOf(ref), 1999, 'warning_needs_response');
    expect(await stripe.find(ref)).toMatchObject({ chargedBack: 0 });
  });

  test('is found by the name its money goes by', async () => {
    const { ref, order } = await paid();
    expect(await stripe.find(server.intentOf(ref))).toMatchObject({ ref, orderId: order.id, status: 'paid' });
  });

  test.each(['cs_test_none', 'in_none', 'pi_none', 'tr_1', '', '../v1/customers', 'cs_1/../2'])('nothing under %j', async (ref) => {
    expect(await stripe.find(ref)).toBeNull();
  });
});

describe('a plan that renews', () => {
  test('opens a subscription with its first payment', async () => {
    const { ref, order } = await paid(months(3));
    const found = await stripe.find(ref);
    expect(found).toMatchObject({ ref, orderId: order.id, status: 'paid', subscription: { ref: expect.stringMatching(/^sub_/) } });
    const form = new URLSearchParams(server.asked[0]?.body);
    expect(form.get('line_items[0][price_data][recurring][interval_count]')).toBe('3');
  });

  test('is nobody’s order when it is billed again, and of that subscription', async () => {
    const { ref } = await paid(months(1));
    const renewal = server.renew(ref);
    const [first, next] = [await stripe.find(ref), await stripe.find(renewal)];
    expect(await stripe.renewals(first?.subscription ?? { ref: '', customer: '' })).toEqual([renewal]);
    expect(next).toMatchObject({
      ref: renewal,
      orderId: null,
      status: 'paid',
      amount: 1999,
      currency: 'EUR',
      subscription: first?.subscription,
    });
  });

  test('whose renewal is not paid is open', async () => {
    const { ref } = await paid(months(1));
    expect(await stripe.find(server.renew(ref, false))).toMatchObject({ orderId: null, status: 'open' });
  });

  test('is one payment, not two: its first invoice is its session', async () => {
    const { ref, order } = await paid(months(1));
    expect(await stripe.find(server.firstInvoice(ref))).toMatchObject({ ref, orderId: order.id });
  });

  test('has no payment in an invoice over nothing', async () => {
    const { ref } = await paid(months(1));
    expect(await stripe.find(server.emptyInvoice(ref))).toBeNull();
  });

  test('a renewal that is refunded or charged back is found by its money', async () => {
    const { ref } = await paid(months(1));
    const renewal = server.renew(ref);
    const intent = String(server.every('invoice_payment', { invoice: renewal })[0]?.intent);
    server.refund(intent, 999);
    server.dispute(intent, 1000);
    expect(await stripe.find(intent)).toMatchObject({ ref: renewal, orderId: null, refunded: 999, chargedBack: 1000 });
  });

  test('that follows another span is billed at that one’s end, however often that is said', async () => {
    const { ref, order } = await paid(months(1));
    const first = await stripe.find(ref);
    if (!first) throw new Error('it was paid');
    const startsAt = Date.now() + 200 * 86400_000;
    const opened = await stripe.subscribe(first, { order, months: 1, startsAt });
    await stripe.subscribe(first, { order, months: 1, startsAt });
    expect(opened).toEqual(first.subscription);
    expect(server.get(opened?.ref).trial_end).toBe(Math.floor(startsAt / 1000));
    expect(server.asked.filter(({ method, url }) => method === 'POST' && url.pathname.includes('subscriptions'))).toHaveLength(1);
  });

  test('that follows nothing keeps the date it has', async () => {
    const { ref, order } = await paid(months(1));
    const first = await stripe.find(ref);
    if (!first) throw new Error('it was paid');
    await stripe.subscribe(first, { order, months: 1, startsAt: Date.now() + 28 * 86400_000 });
    expect(server.get(first.subscription?.ref).trial_end).toBeNull();
  });

  test('ends once, and once more is fine', async () => {
    const { ref } = await paid(months(1));
    const subscription = (await stripe.find(ref))?.subscription;
    if (!subscription) throw new Error('it was opened');
    await stripe.unsubscribe(subscription);
    await stripe.unsubscribe(subscription);
    await stripe.unsubscribe({ ref: 'sub_none', customer: 'cus_none' });
    expect(server.get(subscription.ref).status).toBe('canceled');
  });
});

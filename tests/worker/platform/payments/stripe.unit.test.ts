import { describe, expect, test } from 'vitest';
import { createStripe } from '../../../../worker/platform/payments/providers/stripe.ts';
import { aPaymentOrder, paymentFailureOf, providerFixture } from '../../../support/servers/provider-fixture.ts';
import { startStripeServer, TEST_STRIPE } from '../../../support/servers/stripe-server.ts';

const fixture = providerFixture(
  startStripeServer,
  (send) => createStripe(TEST_STRIPE, send),
  (server, ref) => server.pay(ref),
);
const { made, paid } = fixture;
const months = (count: number) => ({ method: 'card', description: 'Vonk Premium', renewal: { months: count } });

describe('without both of its keys', () => {
  test.each([{}, { STRIPE_SECRET_KEY: 'sk_test_1' }, { STRIPE_WEBHOOK_SECRET: 'whsec_1' }])('%o makes Stripe unavailable', (keys) => {
    expect(createStripe(keys)).toBeNull();
  });
});

describe('creating a payment', () => {
  test('sends the order, its price and its method, and returns where it is paid', async () => {
    const { order, ref, redirect } = await made();
    expect(redirect).toContain('https://checkout.stripe.com/');
    expect(fixture.server.get(ref)).toMatchObject({ amount_total: 1999, currency: 'eur', client_reference_id: order.id, mode: 'payment' });
    const form = new URLSearchParams(fixture.server.requests[0]?.body);
    expect(form.get('allowed_payment_method_types[0]')).toBe('ideal');
    expect([form.get('success_url'), form.get('cancel_url'), form.get('locale')]).toEqual([order.returnUrl, order.returnUrl, 'nl']);
  });

  test('again is the same payment', async () => {
    const { order, ref } = await made();
    expect((await fixture.provider.create(order)).ref).toBe(ref);
    expect(fixture.server.every('checkout.session', { client_reference_id: order.id })).toHaveLength(1);
  });

  test('thirty times at once is the same payment', async () => {
    const order = aPaymentOrder();
    const refs = await Promise.all(Array.from({ length: 30 }, async () => (await fixture.provider.create(order)).ref));
    expect(new Set(refs).size).toBe(1);
  });

  test('whose answer was lost is found again', async () => {
    const order = aPaymentOrder();
    fixture.server.fault = 'lost';
    expect((await paymentFailureOf(fixture.provider.create(order))).isFinal).toBe(false);
    fixture.server.fault = null;
    const { ref } = await fixture.provider.create(order);
    expect(fixture.server.every('checkout.session', { client_reference_id: order.id }).map(({ id }) => id)).toEqual([ref]);
  });

  test('is retried after an error that Stripe stores for its idempotency key, and then stays the same', async () => {
    const order = aPaymentOrder();
    fixture.server.fault = 500;
    expect((await paymentFailureOf(fixture.provider.create(order))).isFinal).toBe(false);
    fixture.server.fault = null;
    const { ref } = await fixture.provider.create(order);
    expect((await fixture.provider.create(order)).ref).toBe(ref);
  });

  test('with another price for the same order is refused permanently', async () => {
    const { order } = await made();
    expect((await paymentFailureOf(fixture.provider.create({ ...order, amount: 1 }))).isFinal).toBe(true);
  });

  test.each([
    ['by an unknown method', { method: 'cowries' }],
    ['that renews, by a method that cannot', { method: 'p24', renewal: { months: 1 } }],
    ['too small for Stripe', { amount: 1 }],
  ])('%s is refused permanently', async (_, fields) => {
    expect((await paymentFailureOf(fixture.provider.create(aPaymentOrder(fields)))).isFinal).toBe(true);
  });

  test.each(createStripe(TEST_STRIPE)?.methods ?? [])('accepts %s', async (method) => {
    expect((await made({ method })).ref).toMatch(/^cs_/);
  });
});

describe('the state of a payment', () => {
  test('is open at first', async () => {
    const { order, ref } = await made();
    expect(await fixture.provider.find(ref)).toEqual({
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
    expect(await fixture.provider.find(ref)).toMatchObject({ status: 'paid', amount: 1999, currency: 'EUR', refunded: 0, chargedBack: 0 });
  });

  test('expired', async () => {
    const { ref } = await made();
    fixture.server.expire(ref);
    expect(await fixture.provider.find(ref)).toMatchObject({ status: 'expired' });
  });

  test('of a direct debit is open for days, then paid', async () => {
    const { ref } = await made({ method: 'sepa' });
    fixture.server.payByDebit(ref);
    expect(await fixture.provider.find(ref)).toMatchObject({ status: 'open' });
    fixture.server.completeDebit(ref);
    expect(await fixture.provider.find(ref)).toMatchObject({ status: 'paid' });
  });

  test('of a direct debit that bounced is failed, of one that was canceled it is canceled', async () => {
    const [bounced, called] = [await made({ method: 'sepa' }), await made({ method: 'sepa' })];
    for (const { ref } of [bounced, called]) fixture.server.payByDebit(ref);
    fixture.server.failDebit(bounced.ref);
    fixture.server.cancelIntent(called.ref);
    expect(await fixture.provider.find(bounced.ref)).toMatchObject({ status: 'failed' });
    expect(await fixture.provider.find(called.ref)).toMatchObject({ status: 'canceled' });
  });

  test('counts refunds in part and in full', async () => {
    const { ref } = await paid();
    fixture.server.refund(fixture.server.intentOf(ref), 500);
    expect(await fixture.provider.find(ref)).toMatchObject({ status: 'paid', refunded: 500 });
    fixture.server.refund(fixture.server.intentOf(ref), 1499);
    expect(await fixture.provider.find(ref)).toMatchObject({ status: 'paid', refunded: 1999 });
  });

  test('counts a charge-back until the dispute is won, and keeps it when it is lost', async () => {
    const { ref } = await paid();
    const dispute = fixture.server.dispute(fixture.server.intentOf(ref), 1999).id;
    expect(await fixture.provider.find(ref)).toMatchObject({ status: 'paid', refunded: 0, chargedBack: 1999 });
    fixture.server.closeDispute(dispute, 'lost');
    expect(await fixture.provider.find(ref)).toMatchObject({ chargedBack: 1999 });
    fixture.server.closeDispute(dispute, 'won');
    expect(await fixture.provider.find(ref)).toMatchObject({ chargedBack: 0 });
  });

  test('is not changed by an inquiry of the bank', async () => {
    const { ref } = await paid();
    fixture.server.dispute(fixture.server.intentOf(ref), 1999, 'warning_needs_response');
    expect(await fixture.provider.find(ref)).toMatchObject({ chargedBack: 0 });
  });

  test('is found by its payment intent', async () => {
    const { ref, order } = await paid();
    expect(await fixture.provider.find(fixture.server.intentOf(ref))).toMatchObject({ ref, orderId: order.id, status: 'paid' });
  });

  test.each(['cs_test_none', 'in_none', 'pi_none', 'tr_1', '', '../v1/customers', 'cs_1/../2'])(
    'is null for the unknown id %j',
    async (ref) => {
      expect(await fixture.provider.find(ref)).toBeNull();
    },
  );
});

describe('a plan that renews', () => {
  test('creates a subscription with its first payment', async () => {
    const { ref, order } = await paid(months(3));
    const found = await fixture.provider.find(ref);
    expect(found).toMatchObject({ ref, orderId: order.id, status: 'paid', subscription: { ref: expect.stringMatching(/^sub_/) } });
    const form = new URLSearchParams(fixture.server.requests[0]?.body);
    expect(form.get('line_items[0][price_data][recurring][interval_count]')).toBe('3');
  });

  test('is billed again without an order id, under its subscription', async () => {
    const { ref } = await paid(months(1));
    const renewal = fixture.server.renew(ref);
    const [first, next] = [await fixture.provider.find(ref), await fixture.provider.find(renewal)];
    expect(await fixture.provider.renewals(first?.subscription ?? { ref: '', customer: '' })).toEqual([renewal]);
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
    expect(await fixture.provider.find(fixture.server.renew(ref, false))).toMatchObject({ orderId: null, status: 'open' });
  });

  test('is one payment, not two: its first invoice is its session', async () => {
    const { ref, order } = await paid(months(1));
    expect(await fixture.provider.find(fixture.server.firstInvoice(ref))).toMatchObject({ ref, orderId: order.id });
  });

  test('has no payment in an invoice over zero', async () => {
    const { ref } = await paid(months(1));
    expect(await fixture.provider.find(fixture.server.emptyInvoice(ref))).toBeNull();
  });

  test('a renewal that is refunded or charged back is found by its money', async () => {
    const { ref } = await paid(months(1));
    const renewal = fixture.server.renew(ref);
    const intent = String(fixture.server.every('invoice_payment', { invoice: renewal })[0]?.intent);
    fixture.server.refund(intent, 999);
    fixture.server.dispute(intent, 1000);
    expect(await fixture.provider.find(intent)).toMatchObject({ ref: renewal, orderId: null, refunded: 999, chargedBack: 1000 });
  });

  test('that follows another span is billed at the end of that span, however often that is set', async () => {
    const { ref, order } = await paid(months(1));
    const first = await fixture.provider.find(ref);
    if (!first) throw new Error('it was paid');
    const startsAt = Date.now() + 200 * 86400_000;
    const opened = await fixture.provider.subscribe(first, { order, months: 1, startsAt });
    await fixture.provider.subscribe(first, { order, months: 1, startsAt });
    expect(opened).toEqual(first.subscription);
    expect(fixture.server.get(opened?.ref).trial_end).toBe(Math.floor(startsAt / 1000));
    expect(fixture.server.requests.filter(({ method, url }) => method === 'POST' && url.pathname.includes('subscriptions'))).toHaveLength(
      1,
    );
  });

  test('that follows nothing keeps the date it has', async () => {
    const { ref, order } = await paid(months(1));
    const first = await fixture.provider.find(ref);
    if (!first) throw new Error('it was paid');
    await fixture.provider.subscribe(first, { order, months: 1, startsAt: Date.now() + 28 * 86400_000 });
    expect(fixture.server.get(first.subscription?.ref).trial_end).toBeNull();
  });

  test('can be ended repeatedly', async () => {
    const { ref } = await paid(months(1));
    const subscription = (await fixture.provider.find(ref))?.subscription;
    if (!subscription) throw new Error('it was opened');
    await fixture.provider.unsubscribe(subscription);
    await fixture.provider.unsubscribe(subscription);
    await fixture.provider.unsubscribe({ ref: 'sub_none', customer: 'cus_none' });
    expect(fixture.server.get(subscription.ref).status).toBe('canceled');
  });
});

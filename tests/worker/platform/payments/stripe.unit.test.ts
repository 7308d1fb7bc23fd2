import { describe, expect, test } from 'vitest';
import { aPaymentOrder, paymentFailureOf, providerFixture } from '../../../support/servers/provider-fixture.ts';
import { stripeDriver } from '../../../support/servers/stripe-driver.ts';

// What Stripe has in common with other providers is in providers.unit.test.ts.
const fixture = providerFixture(stripeDriver);
const { made, paid, subscribed } = fixture;
const byCard = { method: 'card', renewal: { months: 1 } };

describe('creating a payment', () => {
  test('makes a session of one payment or of a subscription, which names the order', async () => {
    const { order, ref } = await made();
    expect(fixture.server.get(ref)).toMatchObject({ client_reference_id: order.id, mode: 'payment', currency: 'eur' });
    const plan = await made({ method: 'card', renewal: { months: 3 } });
    expect(fixture.server.get(plan.ref)).toMatchObject({ client_reference_id: plan.order.id, mode: 'subscription' });
    const form = new URLSearchParams(fixture.server.requests[1]?.body);
    expect(form.get('line_items[0][price_data][recurring][interval_count]')).toBe('3');
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
});

describe('the state of a payment', () => {
  test('keeps a charge-back that is lost', async () => {
    const { ref } = await paid();
    const dispute = fixture.server.dispute(fixture.server.intentOf(ref), 1999).id;
    fixture.server.closeDispute(dispute, 'lost');
    expect(await fixture.provider.find(ref)).toMatchObject({ chargedBack: 1999 });
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
});

test('canceling a payment expires its session in two requests', async () => {
  const { ref } = await made();
  fixture.server.requests.length = 0;
  await fixture.provider.cancel(ref);
  expect(fixture.server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
});

describe('a plan that renews', () => {
  test('has a subscription with its first payment', async () => {
    const { ref } = await paid(byCard);
    expect(await fixture.provider.find(ref)).toMatchObject({ subscription: { ref: expect.stringMatching(/^sub_/) } });
  });

  test('is one payment, not two: its first invoice is its session', async () => {
    const { ref, order } = await paid(byCard);
    expect(await fixture.provider.find(fixture.server.firstInvoice(ref))).toMatchObject({ ref, orderId: order.id });
  });

  test('has no payment in an invoice over zero', async () => {
    const { ref } = await paid(byCard);
    expect(await fixture.provider.find(fixture.server.emptyInvoice(ref))).toBeNull();
  });

  test('has renewals that are found by their money when they are refunded or charged back', async () => {
    const { ref } = await paid(byCard);
    const renewal = fixture.server.renew(ref);
    const intent = String(fixture.server.every('invoice_payment', { invoice: renewal })[0]?.intent);
    fixture.server.refund(intent, 999);
    fixture.server.dispute(intent, 1000);
    expect(await fixture.provider.find(intent)).toMatchObject({ ref: renewal, orderId: null, refunded: 999, chargedBack: 1000 });
  });

  test('and follows nothing keeps the date it has', async () => {
    const { ref, order } = await paid(byCard);
    const first = await fixture.found(ref);
    await fixture.provider.subscribe(first, { order, months: 1, startsAt: Date.now() + 28 * 86400_000 });
    expect(fixture.account.subscriptionOf(ref)).toMatchObject({ ref: first.subscription?.ref, billedAt: null });
  });
});

describe('a webhook', () => {
  const session = async () => (await made()).ref;

  test.each(['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'])('of a session %s names it', async (kind) => {
    const ref = await session();
    expect(await fixture.provider.readWebhook(fixture.server.webhookRequest(`checkout.session.${kind}`, ref))).toEqual([ref]);
  });

  test('of a renewal names its invoice', async () => {
    const invoice = fixture.server.renew((await subscribed(byCard)).ref);
    for (const kind of ['paid', 'payment_failed', 'voided', 'marked_uncollectible'])
      expect(await fixture.provider.readWebhook(fixture.server.webhookRequest(`invoice.${kind}`, invoice))).toEqual([invoice]);
  });

  test('of a refund or a dispute names the payment intent', async () => {
    const intent = fixture.server.intentOf((await paid()).ref);
    const { id: refund, charge } = fixture.server.refund(intent, 100);
    const dispute = fixture.server.dispute(intent, 100).id;
    const webhooks = [
      fixture.server.webhookRequest('charge.refunded', String(charge)),
      ...['refund.created', 'refund.updated', 'refund.failed'].map((kind) => fixture.server.webhookRequest(kind, refund)),
      ...['created', 'funds_withdrawn', 'funds_reinstated', 'closed'].map((kind) =>
        fixture.server.webhookRequest(`charge.dispute.${kind}`, dispute),
      ),
    ];
    for (const webhook of webhooks) expect(await fixture.provider.readWebhook(webhook)).toEqual([intent]);
  });

  test('of any other kind is valid and names nothing', async () => {
    expect(await fixture.provider.readWebhook(fixture.server.webhookRequest('customer.created', await session()))).toEqual([]);
  });

  test('is valid for five minutes', async () => {
    const ref = await session();
    const at = (seconds: number) => fixture.server.webhookRequest('checkout.session.completed', ref, { at: Date.now() - seconds * 1000 });
    expect(await fixture.provider.readWebhook(at(290))).toEqual([ref]);
    expect(await fixture.provider.readWebhook(at(310))).toBeNull();
  });

  test('signed by somebody else is forged', async () => {
    const forged = fixture.server.webhookRequest('checkout.session.completed', await session(), { secret: 'whsec_other' });
    expect(await fixture.provider.readWebhook(forged)).toBeNull();
  });

  test('whose body was changed after it was signed is forged', async () => {
    const { body, signature } = fixture.server.webhookRequest('checkout.session.expired', await session());
    expect(await fixture.provider.readWebhook({ body: body.replace('expired', 'completed'), signature })).toBeNull();
  });

  test.each(['', 't=1', 'v1=ab', 't=,v1=', 'nonsense', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`])(
    'under the signature %j is forged',
    async (signature) => {
      const { body } = fixture.server.webhookRequest('checkout.session.completed', await session());
      expect(await fixture.provider.readWebhook({ body, signature })).toBeNull();
    },
  );

  test('without a body is forged', async () => {
    expect(await fixture.provider.readWebhook({ body: '', signature: '' })).toBeNull();
  });
});

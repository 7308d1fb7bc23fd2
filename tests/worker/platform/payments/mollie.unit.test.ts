import { describe, expect, test } from 'vitest';
import { createMollie } from '../../../../worker/platform/payments/providers/mollie.ts';
import { startMollieServer, TEST_MOLLIE } from '../../../support/servers/mollie-server.ts';
import { aPaymentOrder, paymentFailureOf, providerFixture } from '../../../support/servers/provider-fixture.ts';

const fixture = providerFixture(
  startMollieServer,
  (send) => createMollie(TEST_MOLLIE, send),
  (server, ref) => server.setStatus(ref, 'paid'),
);
const { made, paid, found } = fixture;
const renewing = { method: 'ideal', renewal: { months: 3 } };
const START = Date.UTC(2031, 0, 31, 12);

test('without its key Mollie is not available', () => {
  expect(createMollie({})).toBeNull();
});

describe('creating a payment', () => {
  test('sends the order, its price and its method, and returns where it is paid', async () => {
    const { order, ref, redirect } = await made();
    expect(redirect).toContain('https://www.mollie.com/checkout/');
    expect(fixture.server.payment(ref)).toMatchObject({
      amount: { value: '19.99', currency: 'EUR' },
      method: 'ideal',
      locale: 'nl_NL',
      metadata: { order: order.id },
      redirectUrl: order.returnUrl,
      webhookUrl: order.webhookUrl,
      sequenceType: 'oneoff',
    });
  });

  test('again, or after its answer was lost, is the same payment', async () => {
    const { order, ref } = await made();
    expect((await fixture.provider.create(order)).ref).toBe(ref);
    const other = aPaymentOrder();
    fixture.server.fault = 'lost';
    await paymentFailureOf(fixture.provider.create(other));
    fixture.server.fault = null;
    expect((await fixture.provider.create(other)).ref).toBe((await fixture.provider.create(other)).ref);
  });

  test.each([
    ['by an unknown method', { method: 'cowries' }],
    ['by a debit, which it takes for renewals only', { method: 'sepa' }],
    ['that renews, by a method that cannot', { method: 'blik', renewal: { months: 1 } }],
    ['over nothing', { amount: 0 }],
  ])('%s is refused permanently', async (_, fields) => {
    expect((await paymentFailureOf(fixture.provider.create(aPaymentOrder(fields)))).isFinal).toBe(true);
  });

  test.each(createMollie(TEST_MOLLIE)?.methods ?? [])('accepts %s', async (method) => {
    expect((await made({ method })).ref).toMatch(/^tr_/);
  });

  test.each([
    ['en', 'NL', 'en_US'],
    ['en', 'GB', 'en_GB'],
    ['nl', 'BE', 'nl_BE'],
    ['de', 'CH', 'de_CH'],
    ['pl', 'US', 'pl_PL'],
  ] as const)('is shown in %s to %s as %s', async (locale, country, its) => {
    expect(fixture.server.payment((await made({ locale, country })).ref).locale).toBe(its);
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

  test.each([
    ['paid', 'paid'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['expired', 'expired'],
    ['pending', 'open'],
  ] as const)('%s at Mollie is %s', async (status, its) => {
    const { ref } = await made();
    fixture.server.setStatus(ref, status);
    expect((await found(ref)).status).toBe(its);
  });

  test('counts refunds in part and in full; pending and failed ones do not count', async () => {
    const { ref } = await paid();
    fixture.server.refund(ref, '5.00');
    fixture.server.refund(ref, '1.00', 'queued');
    fixture.server.refund(ref, '1.00', 'failed');
    fixture.server.refund(ref, '1.00', 'canceled');
    expect(await found(ref)).toMatchObject({ status: 'paid', refunded: 500 });
    fixture.server.refund(ref, '14.99', 'processing');
    expect(await found(ref)).toMatchObject({ refunded: 1999 });
  });

  test('counts a charge-back until it is reversed', async () => {
    const { ref } = await paid();
    const chargeback = fixture.server.chargeBack(ref, '19.99');
    expect(await found(ref)).toMatchObject({ status: 'paid', chargedBack: 1999 });
    chargeback.reversedAt = new Date().toISOString();
    expect(await found(ref)).toMatchObject({ chargedBack: 0 });
  });

  test.each(['tr_none', 'cs_1', '', 'tr_1/../../customers', 'tr_1?embed=x'])('is null for the unknown id %j', async (ref) => {
    expect(await fixture.provider.find(ref)).toBeNull();
  });
});

describe('a plan that renews', () => {
  test('gets one subscription once its first payment is paid', async () => {
    const { ref, order } = await paid(renewing);
    const first = await found(ref);
    expect(first).toMatchObject({ orderId: order.id, subscription: null });
    const renewal = { order, months: 3, startsAt: START };
    const opened = await fixture.provider.subscribe(first, renewal);
    expect(await fixture.provider.subscribe(first, renewal)).toEqual(opened);
    expect(fixture.server.subscriptions(opened?.customer)).toMatchObject([
      { id: opened?.ref, interval: '3 months', startDate: '2031-01-31', amount: { value: '19.99', currency: 'EUR' } },
    ]);
  });

  test('gets no second subscription when the answer was lost and its idempotency key expired', async () => {
    const { ref, order } = await paid(renewing);
    const first = await found(ref);
    fixture.server.fault = 'lost';
    await paymentFailureOf(fixture.provider.subscribe(first, { order, months: 1, startsAt: START }));
    fixture.server.fault = null;
    const opened = await fixture.provider.subscribe(first, { order, months: 1, startsAt: START });
    expect(fixture.server.subscriptions(opened?.customer)).toHaveLength(1);
  });

  test('gets no subscription before it is paid, nor by a one-time payment', async () => {
    const { ref, order } = await made(renewing);
    const unpaid = await paymentFailureOf(fixture.provider.subscribe(await found(ref), { order, months: 1, startsAt: START }));
    expect(unpaid.isFinal).toBe(true);
    const once = await paid();
    expect(await fixture.provider.subscribe(await found(once.ref), { order: once.order, months: 1, startsAt: START })).toBeNull();
  });

  test('is billed again without an order id; once ended it stays ended', async () => {
    const { ref, order } = await paid(renewing);
    const first = await found(ref);
    const subscription = await fixture.provider.subscribe(first, { order, months: 3, startsAt: START });
    if (!subscription) throw new Error('it was opened');
    const next = await found(fixture.server.billNextPeriod(subscription.customer));
    expect(next).toMatchObject({ orderId: null, status: 'paid', amount: 1999, subscription });
    expect(await fixture.provider.renewals(subscription)).toEqual([next.ref]);
    expect(await fixture.provider.subscribe(next, { order: aPaymentOrder(), months: 3, startsAt: START })).toEqual(subscription);
    for (let times = 0; times < 2; times++) await fixture.provider.unsubscribe(subscription);
    await fixture.provider.unsubscribe({ ref: 'sub_none', customer: 'cst_none' });
    expect(fixture.server.subscriptions(subscription.customer)).toMatchObject([{ status: 'canceled' }]);
    expect(await fixture.provider.subscribe(first, { order, months: 3, startsAt: START })).toBeNull();
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { mollieDriver } from '../../../support/servers/mollie-driver.ts';
import { paymentFailureOf, providerFixture } from '../../../support/servers/provider-fixture.ts';

// What Mollie has in common with other providers is in providers.unit.test.ts.
const fixture = providerFixture(mollieDriver);
const { made, paid, found } = fixture;
const renewing = { method: 'ideal', renewal: { months: 1 } };
const START = Date.UTC(2031, 0, 31, 12);

afterEach(() => {
  fixture.server.isCancelable = true;
});

describe('creating a payment', () => {
  test('sends the price as a decimal, and the address for the webhooks of this payment', async () => {
    const { order, ref } = await made();
    expect(fixture.server.payment(ref)).toMatchObject({
      amount: { value: '19.99', currency: 'EUR' },
      metadata: { order: order.id },
      webhookUrl: order.webhookUrl,
      sequenceType: 'oneoff',
    });
  });

  test.each([
    ['en', 'NL', 'en_US'],
    ['en', 'GB', 'en_GB'],
    ['nl', 'NL', 'nl_NL'],
    ['nl', 'BE', 'nl_BE'],
    ['de', 'CH', 'de_CH'],
    ['pl', 'US', 'pl_PL'],
  ] as const)('is shown in %s to %s as %s', async (locale, country, its) => {
    expect(fixture.server.payment((await made({ locale, country })).ref).locale).toBe(its);
  });
});

test('refunds that wait, failed or were canceled do not count, those that are processed do', async () => {
  const { ref } = await paid();
  fixture.server.refund(ref, '5.00');
  for (const status of ['queued', 'failed', 'canceled']) fixture.server.refund(ref, '1.00', status);
  expect(await found(ref)).toMatchObject({ status: 'paid', refunded: 500 });
  fixture.server.refund(ref, '14.99', 'processing');
  expect(await found(ref)).toMatchObject({ refunded: 1999 });
});

test('a payment that is not cancelable, as with most methods, is left open without a request for it', async () => {
  const { ref } = await made();
  fixture.server.isCancelable = false;
  expect(await fixture.provider.cancel(ref)).toMatchObject({ status: 'open' });
  expect(fixture.server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  fixture.server.setStatus(ref, 'paid');
  expect(await fixture.provider.cancel(ref)).toMatchObject({ status: 'paid' });
});

describe('a plan that renews', () => {
  test('is billed from a day on, by its price as a decimal', async () => {
    const { ref, order } = await paid({ method: 'ideal', renewal: { months: 3 } });
    const first = await found(ref);
    expect(first.subscription).toBeNull();
    const opened = await fixture.provider.subscribe(first, { order, months: 3, startsAt: START });
    expect(fixture.server.subscriptions(opened?.customer)).toMatchObject([
      { id: opened?.ref, interval: '3 months', startDate: '2031-01-31', amount: { value: '19.99', currency: 'EUR' } },
    ]);
  });

  test('gets no second subscription when the answer was lost and its idempotency key expired', async () => {
    const { ref, order } = await paid(renewing);
    const first = await found(ref);
    // The payment, the subscriptions so far, the new one.
    Object.assign(fixture.server, { fault: 'lost', faultAt: fixture.server.requests.length + 3 });
    await paymentFailureOf(fixture.provider.subscribe(first, { order, months: 1, startsAt: START }));
    Object.assign(fixture.server, { fault: null, faultAt: null });
    const { customerId } = fixture.server.payment(ref);
    expect(fixture.server.subscriptions(customerId)).toHaveLength(1);
    fixture.server.expireIdempotencyKeys();
    const opened = await fixture.provider.subscribe(first, { order, months: 1, startsAt: START });
    expect(fixture.server.subscriptions(customerId)).toMatchObject([{ id: opened?.ref }]);
  });

  test('gets no subscription before it is paid', async () => {
    const { ref, order } = await made(renewing);
    const unpaid = await paymentFailureOf(fixture.provider.subscribe(await found(ref), { order, months: 1, startsAt: START }));
    expect(unpaid.isFinal).toBe(true);
  });
});

describe('a webhook', () => {
  test('gives a payment id to ask for, and nothing else in it counts', async () => {
    const { ref } = await made();
    expect(await fixture.provider.readWebhook({ body: `id=${ref}&status=paid&amount=1`, signature: 'x' })).toEqual([ref]);
    expect(fixture.server.requests).toHaveLength(1);
  });

  test.each(['', 'id=', 'id=ord_1', 'id=tr_1%2F..%2Fx', '{"id":"tr_1"}', `id=tr_${'1'.repeat(65)}`])('%j is invalid', async (body) => {
    expect(await fixture.provider.readWebhook({ body, signature: '' })).toBeNull();
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { createMollie } from '../../../../worker/platform/payments/providers/mollie.ts';
import { createStripe } from '../../../../worker/platform/payments/providers/stripe.ts';
import { startMollieServer, TEST_MOLLIE } from '../../../support/servers/mollie-server.ts';
import { paymentFailureOf, providerFixture } from '../../../support/servers/provider-fixture.ts';
import { startStripeServer, TEST_STRIPE } from '../../../support/servers/stripe-server.ts';

const stripe = providerFixture(
  startStripeServer,
  (send) => createStripe(TEST_STRIPE, send),
  (server, ref) => server.pay(ref),
);
const mollie = providerFixture(
  startMollieServer,
  (send) => createMollie(TEST_MOLLIE, send),
  (server, ref) => server.setStatus(ref, 'paid'),
);
afterEach(() => {
  mollie.server.isCancelable = true;
});

describe('canceling a payment at Stripe', () => {
  test('expires its session in two requests, so that nobody can pay it any more', async () => {
    const { ref, order } = await stripe.made();
    stripe.server.requests.length = 0;
    expect(await stripe.provider.cancel(ref)).toMatchObject({ ref, orderId: order.id, status: 'expired', amount: 1999 });
    expect(stripe.server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(() => stripe.server.pay(ref)).toThrow('nobody can pay');
    expect(await stripe.provider.cancel(ref)).toMatchObject({ status: 'expired' });
  });

  test('that is paid or pending returns its state', async () => {
    const [{ ref }, debit] = [await stripe.paid(), await stripe.made({ method: 'sepa' })];
    stripe.server.payByDebit(debit.ref);
    expect([(await stripe.provider.cancel(ref))?.status, (await stripe.provider.cancel(debit.ref))?.status]).toEqual(['paid', 'open']);
    const renewal = stripe.server.renew((await stripe.paid({ method: 'card', renewal: { months: 1 } })).ref);
    expect(await stripe.provider.cancel(renewal)).toMatchObject({ ref: renewal, status: 'paid' });
  });

  test('that is paid at the same moment is paid', async () => {
    const { ref } = await stripe.made();
    stripe.server.duringRequest = ({ method }) => method === 'POST' && stripe.server.pay(ref);
    expect(await stripe.provider.cancel(ref)).toMatchObject({ status: 'paid' });
  });

  test('whose answer was lost is canceled', async () => {
    const { ref } = await stripe.made();
    stripe.server.fault = 'lost';
    expect((await paymentFailureOf(stripe.provider.cancel(ref))).isFinal).toBe(false);
    stripe.server.fault = null;
    expect(await stripe.provider.cancel(ref)).toMatchObject({ status: 'expired' });
  });

  test.each(['cs_test_none', 'in_none', 'tr_1', '', 'cs_1/../2'])('with the unknown id %j is null', async (ref) => {
    expect(await stripe.provider.cancel(ref)).toBeNull();
  });
});

describe('canceling a payment at Mollie', () => {
  test('cancels it if it is cancelable, so that nobody can pay it any more', async () => {
    const { ref, order } = await mollie.made();
    expect(await mollie.provider.cancel(ref)).toMatchObject({ ref, orderId: order.id, status: 'canceled', amount: 1999 });
    expect(() => mollie.server.setStatus(ref, 'paid')).toThrow('nobody can pay');
    expect(await mollie.provider.cancel(ref)).toMatchObject({ status: 'canceled' });
  });

  test('that is not cancelable, as with most methods, leaves it open without a request for it', async () => {
    const { ref } = await mollie.made();
    mollie.server.isCancelable = false;
    expect(await mollie.provider.cancel(ref)).toMatchObject({ status: 'open' });
    expect(mollie.server.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
    mollie.server.setStatus(ref, 'paid');
    expect(await mollie.provider.cancel(ref)).toMatchObject({ status: 'paid' });
  });

  test('that is paid or started at the same moment returns its new state', async () => {
    for (const [becomes, its] of [
      ['paid', 'paid'],
      ['pending', 'open'],
    ] as const) {
      const { ref } = await mollie.made();
      mollie.server.duringRequest = ({ method }) => method === 'DELETE' && mollie.server.setStatus(ref, becomes);
      expect(await mollie.provider.cancel(ref)).toMatchObject({ status: its });
    }
  });

  test('whose answer was lost is canceled', async () => {
    const { ref } = await mollie.made();
    Object.assign(mollie.server, { fault: 'lost', faultAt: 3 });
    expect((await paymentFailureOf(mollie.provider.cancel(ref))).isFinal).toBe(false);
    Object.assign(mollie.server, { fault: null, faultAt: null });
    expect(await mollie.found(ref)).toMatchObject({ status: 'canceled' });
  });

  test.each(['tr_none', 'cs_1', '', 'tr_1/../../customers'])('with the unknown id %j is null', async (ref) => {
    expect(await mollie.provider.cancel(ref)).toBeNull();
  });
});

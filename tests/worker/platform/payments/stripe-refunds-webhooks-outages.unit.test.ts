import { describe, expect, test } from 'vitest';
import { createStripe } from '../../../../worker/platform/payments/providers/stripe.ts';
import type { PaymentFault } from '../../../support/servers/payment-server.ts';
import {
  aPaymentOrder,
  loggableTextOf,
  paymentFailureOf,
  providerFixture,
  requireProvider,
} from '../../../support/servers/provider-fixture.ts';
import { startStripeServer, TEST_STRIPE } from '../../../support/servers/stripe-server.ts';

const aProvider = () =>
  providerFixture(
    startStripeServer,
    (send) => createStripe(TEST_STRIPE, send),
    (server, ref) => server.pay(ref),
  );
const fixture = aProvider();
const paid = async (renewal: { months: number } | null = null) => (await fixture.paid({ method: 'card', renewal })).ref;
const part = (key: string, amount = 500) => ({ amount, currency: 'EUR', key });

describe('a refund', () => {
  test('happens once under one key, and once more under another', async () => {
    const ref = await paid();
    await fixture.provider.refund(ref, part('a'));
    await fixture.provider.refund(ref, part('a'));
    expect(await fixture.provider.find(ref)).toMatchObject({ refunded: 500 });
    await fixture.provider.refund(ref, part('b'));
    expect(await fixture.provider.find(ref)).toMatchObject({ refunded: 1000 });
  });

  test('whose answer was lost, or which failed at Stripe once, happens once', async () => {
    const ref = await paid();
    fixture.server.fault = 'lost';
    await paymentFailureOf(fixture.provider.refund(ref, part('c')));
    fixture.server.fault = null;
    await fixture.provider.refund(ref, part('c'));
    expect(await fixture.provider.find(ref)).toMatchObject({ refunded: 500 });
  });

  test('of a renewal goes back by the payment of that renewal', async () => {
    const renewal = fixture.server.renew(await paid({ months: 1 }));
    await fixture.provider.refund(renewal, part('d', 1999));
    expect(await fixture.provider.find(renewal)).toMatchObject({ refunded: 1999 });
  });

  test('of the first payment of a plan, too', async () => {
    const ref = await paid({ months: 1 });
    await fixture.provider.refund(ref, part('e', 1999));
    expect(await fixture.provider.find(ref)).toMatchObject({ refunded: 1999 });
  });

  test.each([
    ['more than was paid', 2000],
    ['nothing', 0],
    ['less than nothing', -1],
  ])('%s is refused permanently', async (_, amount) => {
    const ref = await paid();
    expect((await paymentFailureOf(fixture.provider.refund(ref, part('f', amount)))).isFinal).toBe(true);
    expect(await fixture.provider.find(ref)).toMatchObject({ refunded: 0 });
  });

  test('of what was never paid is refused permanently', async () => {
    const { ref } = await fixture.provider.create(aPaymentOrder());
    expect((await paymentFailureOf(fixture.provider.refund(ref, part('g')))).isFinal).toBe(true);
  });
});

describe('a notice', () => {
  const session = async () => (await fixture.provider.create(aPaymentOrder())).ref;

  test.each(['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'])('of a session %s names it', async (kind) => {
    const ref = await session();
    expect(await fixture.provider.readNotice(fixture.server.webhookRequest(`checkout.session.${kind}`, ref))).toEqual([ref]);
  });

  test('of a renewal names its invoice', async () => {
    const invoice = fixture.server.renew(await paid({ months: 1 }));
    expect(await fixture.provider.readNotice(fixture.server.webhookRequest('invoice.paid', invoice))).toEqual([invoice]);
  });

  test('of a refund or a dispute names the payment intent', async () => {
    const intent = fixture.server.intentOf(await paid());
    const refund = fixture.server.refund(intent, 100).id;
    const dispute = fixture.server.dispute(intent, 100).id;
    const charge = String(fixture.server.get(intent).latest_charge);
    expect(await fixture.provider.readNotice(fixture.server.webhookRequest('charge.refunded', charge))).toEqual([intent]);
    expect(await fixture.provider.readNotice(fixture.server.webhookRequest('refund.updated', refund))).toEqual([intent]);
    for (const kind of ['created', 'funds_withdrawn', 'funds_reinstated', 'closed']) {
      expect(await fixture.provider.readNotice(fixture.server.webhookRequest(`charge.dispute.${kind}`, dispute))).toEqual([intent]);
    }
  });

  test('of any other kind is valid and names nothing', async () => {
    expect(await fixture.provider.readNotice(fixture.server.webhookRequest('customer.created', await session()))).toEqual([]);
  });

  test('is valid for five minutes', async () => {
    const ref = await session();
    const at = (seconds: number) => fixture.server.webhookRequest('checkout.session.completed', ref, { at: Date.now() - seconds * 1000 });
    expect(await fixture.provider.readNotice(at(290))).toEqual([ref]);
    expect(await fixture.provider.readNotice(at(310))).toBeNull();
  });

  test('signed by somebody else is forged', async () => {
    const ref = await session();
    expect(
      await fixture.provider.readNotice(fixture.server.webhookRequest('checkout.session.completed', ref, { secret: 'whsec_other' })),
    ).toBeNull();
  });

  test('whose body was changed after it was signed is forged', async () => {
    const { body, signature } = fixture.server.webhookRequest('checkout.session.expired', await session());
    expect(await fixture.provider.readNotice({ body: body.replace('expired', 'completed'), signature })).toBeNull();
  });

  test.each(['', 't=1', 'v1=ab', 't=,v1=', 'nonsense', `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`])(
    'under the signature %j is forged',
    async (signature) => {
      const { body } = fixture.server.webhookRequest('checkout.session.completed', await session());
      expect(await fixture.provider.readNotice({ body, signature })).toBeNull();
    },
  );

  test('without a body is forged', async () => {
    expect(await fixture.provider.readNotice({ body: '', signature: '' })).toBeNull();
  });

  test('asks Stripe nothing', async () => {
    const notice = fixture.server.webhookRequest('checkout.session.completed', await session());
    fixture.server.requests.length = 0;
    await fixture.provider.readNotice(notice);
    expect(fixture.server.requests).toEqual([]);
  });
});

describe('while Stripe is unreachable', () => {
  const another = aProvider();
  const everyFailure = async (fault: PaymentFault, { made, paid, provider, server } = fixture) => {
    const { ref } = await paid({ method: 'card', renewal: { months: 1 } });
    const subscription = (await provider.find(ref))?.subscription ?? { ref: '', customer: '' };
    const { ref: waiting } = await made();
    server.fault = fault;
    const calls = [
      provider.create(aPaymentOrder()),
      provider.find(ref),
      provider.cancel(waiting),
      provider.refund(ref, part('h')),
      provider.unsubscribe(subscription),
    ];
    return Promise.all(calls.map(paymentFailureOf));
  };

  test.each([429, 500, 503, 'lost'] as const)('(%s) every call fails temporarily', async (fault) => {
    for (const { isFinal } of await everyFailure(fault)) expect(isFinal).toBe(false);
  });

  test('(it hangs, or is stopped) every call fails within five seconds', async () => {
    const startedAt = performance.now();
    const failures = await Promise.all([everyFailure('hangs'), everyFailure('stops', another)]);
    for (const { isFinal, message } of failures.flat()) expect([isFinal, message]).toEqual([false, 'stripe too slow']);
    expect(performance.now() - startedAt).toBeLessThan(8000);
  });

  test('with a wrong key every call fails until it is corrected, and no error contains a key', async () => {
    const wrong = requireProvider(createStripe({ ...TEST_STRIPE, STRIPE_SECRET_KEY: 'sk_test_wrong' }, fixture.server.fetchProvider));
    const error = await paymentFailureOf(wrong.find(await paid()));
    expect(error.isFinal).toBe(false);
    expect(loggableTextOf(error)).not.toMatch(/sk_|whsec|wrong/);
  });

  test('no error contains the whole answer of Stripe', async () => {
    const error = await paymentFailureOf(fixture.provider.create(aPaymentOrder({ amount: 1 })));
    expect(error.message).toBe('stripe 400 amount_too_small');
    expect(loggableTextOf(error)).not.toMatch(/sk_|Refused/);
  });
});

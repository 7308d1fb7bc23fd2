import { afterEach, describe, expect, test, vi } from 'vitest';
import { DAY } from '#contract/durations';
import type { PaymentOrder } from '../../../../worker/platform/payments/providers/payment-provider.ts';
import { mollieDriver } from '../../../support/servers/mollie-driver.ts';
import type { PaymentDriver } from '../../../support/servers/payment-driver.ts';
import {
  aPaymentOrder,
  loggableTextOf,
  paymentFailureOf,
  providerFixture,
  requireProvider,
} from '../../../support/servers/provider-fixture.ts';
import { stripeDriver } from '../../../support/servers/stripe-driver.ts';

const DRIVERS: readonly PaymentDriver[] = [stripeDriver, mollieDriver];
const part = (key: string, amount = 500) => ({ amount, currency: 'EUR', key });
const renewing = (months = 1) => ({ description: 'Vonk Premium', renewal: { months } });
/** The renewal of a plan whose span ends in 200 days. */
const renewalOf = (order: PaymentOrder, months = 1) => ({ order, months, startsAt: Date.now() + 200 * DAY });

// What only one of them keeps is in stripe.unit.test.ts and mollie.unit.test.ts.
describe.each(DRIVERS.map((driver) => ({ name: driver.name, driver })))('$name', ({ driver }) => {
  const fixture = providerFixture(driver);
  const { made, paid, found, subscribed } = fixture;

  test('is not available without all of its keys', () => {
    expect(driver.incompleteKeys.map((keys) => driver.createProvider(keys))).toEqual(driver.incompleteKeys.map(() => null));
  });

  describe('creating a payment', () => {
    test('sends the order, its price and its method, and returns where it is paid', async () => {
      const { order, ref, redirect } = await made();
      expect(redirect).toContain(driver.checkoutUrl);
      expect(fixture.account.requested(ref)).toEqual({
        orderId: order.id,
        amount: 1999,
        currency: 'EUR',
        method: 'ideal',
        locale: expect.stringMatching(/^nl/),
        returnUrls: [order.returnUrl, order.returnUrl],
        isFirstOfSubscription: false,
      });
    });

    test('again, or thirty times at once, is the same payment', async () => {
      const order = aPaymentOrder();
      const answers = await Promise.all(Array.from({ length: 30 }, () => fixture.provider.create(order)));
      answers.push(await fixture.provider.create(order));
      expect(new Set(answers.map(({ ref }) => ref)).size).toBe(1);
      expect(fixture.account.countOf(order.id)).toBe(1);
    });

    test('again after its answer was lost is the same payment', async () => {
      const order = aPaymentOrder();
      fixture.server.fault = 'lost';
      expect((await paymentFailureOf(fixture.provider.create(order))).isFinal).toBe(false);
      fixture.server.fault = null;
      const { ref } = await fixture.provider.create(order);
      expect((await fixture.provider.create(order)).ref).toBe(ref);
      expect(fixture.account.countOf(order.id)).toBe(1);
    });

    const refused: PaymentDriver['refusedOrders'] = [
      ['by an unknown method', { method: 'cowries' }],
      ['over nothing', { amount: 0 }],
    ];
    test.each([...refused, ...driver.refusedOrders])('%s is refused permanently', async (_, fields) => {
      expect((await paymentFailureOf(fixture.provider.create(aPaymentOrder(fields)))).isFinal).toBe(true);
    });

    test.each(driver.createProvider(driver.keys)?.methods ?? [])('accepts %s', async (method) => {
      const { ref, order } = await made({ method });
      expect(await found(ref)).toMatchObject({ ref, orderId: order.id, status: 'open' });
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

    test('is paid with its amount, and nothing of it has gone back', async () => {
      const { ref } = await paid();
      expect(await found(ref)).toMatchObject({ status: 'paid', amount: 1999, currency: 'EUR', refunded: 0, chargedBack: 0 });
    });

    test.each(['failed', 'canceled', 'expired'] as const)('is %s', async (how) => {
      const { ref } = await made();
      fixture.account.end(ref, how);
      expect((await found(ref)).status).toBe(how);
    });

    test('is open while a payment takes days, then paid', async () => {
      const { ref } = await made();
      fixture.account.payLater(ref);
      expect((await found(ref)).status).toBe('open');
      fixture.account.pay(ref);
      expect((await found(ref)).status).toBe('paid');
    });

    test('counts refunds in part and in full', async () => {
      const { ref } = await paid();
      fixture.account.refund(ref, 500);
      expect(await found(ref)).toMatchObject({ status: 'paid', refunded: 500 });
      fixture.account.refund(ref, 1499);
      expect(await found(ref)).toMatchObject({ status: 'paid', refunded: 1999 });
    });

    test('counts a charge-back until it is won', async () => {
      const { ref } = await paid();
      const { win } = fixture.account.chargeBack(ref, 1999);
      expect(await found(ref)).toMatchObject({ status: 'paid', refunded: 0, chargedBack: 1999 });
      win();
      expect(await found(ref)).toMatchObject({ chargedBack: 0 });
    });
  });

  describe('canceling a payment', () => {
    test('ends it, so that nobody can pay it any more', async () => {
      const { ref, order } = await made();
      const canceled = { ref, orderId: order.id, status: driver.canceledStatus, amount: 1999 };
      expect(await fixture.provider.cancel(ref)).toMatchObject(canceled);
      expect(() => fixture.account.pay(ref)).toThrow('nobody can pay');
      expect(await fixture.provider.cancel(ref)).toMatchObject(canceled);
    });

    test('that is paid or pending returns its state', async () => {
      const [{ ref }, slow, first] = [await paid(), await made(), await subscribed()];
      fixture.account.payLater(slow.ref);
      const renewal = fixture.account.renew(first.ref);
      const answers = [await fixture.provider.cancel(ref), await fixture.provider.cancel(slow.ref), await fixture.provider.cancel(renewal)];
      expect(answers).toMatchObject([{ status: 'paid' }, { status: 'open' }, { ref: renewal, status: 'paid' }]);
    });

    test.each([
      ['paid', 'pay', 'paid'],
      ['started', 'payLater', 'open'],
    ] as const)('that is %s at the same moment returns its new state', async (_, act, status) => {
      const { ref } = await made();
      fixture.server.duringRequest = (asked) => fixture.account.isCancelRequest(asked) && fixture.account[act](ref);
      expect(await fixture.provider.cancel(ref)).toMatchObject({ status });
    });

    test('whose answer was lost is canceled', async () => {
      const { ref } = await made();
      Object.assign(fixture.server, { fault: 'lost', faultAt: fixture.server.requests.length + driver.cancelRequest });
      expect((await paymentFailureOf(fixture.provider.cancel(ref))).isFinal).toBe(false);
      Object.assign(fixture.server, { fault: null, faultAt: null });
      expect(await found(ref)).toMatchObject({ status: driver.canceledStatus });
      expect(await fixture.provider.cancel(ref)).toMatchObject({ status: driver.canceledStatus });
    });
  });

  test.each(driver.unknownRefs)('a payment of the unknown name %j is not found, not canceled and not refunded', async (ref) => {
    expect([await fixture.provider.find(ref), await fixture.provider.cancel(ref)]).toEqual([null, null]);
    expect((await paymentFailureOf(fixture.provider.refund(ref, part('unknown')))).isFinal).toBe(true);
  });

  describe('a refund', () => {
    test('happens once under one key, and once more under another', async () => {
      const { ref } = await paid();
      await fixture.provider.refund(ref, part('a'));
      await fixture.provider.refund(ref, part('a'));
      expect(await found(ref)).toMatchObject({ refunded: 500 });
      await fixture.provider.refund(ref, part('b'));
      expect(await found(ref)).toMatchObject({ refunded: 1000 });
    });

    test('whose answer was lost happens once', async () => {
      const { ref } = await paid();
      for (const faultAt of [1, 2, 3]) {
        Object.assign(fixture.server, { fault: 'lost', faultAt: fixture.server.requests.length + faultAt });
        await fixture.provider.refund(ref, part('c')).catch(() => undefined);
      }
      Object.assign(fixture.server, { fault: null, faultAt: null });
      await fixture.provider.refund(ref, part('c'));
      expect(await found(ref)).toMatchObject({ refunded: 500 });
      expect(fixture.account.refundsOf(ref)).toEqual([500]);
    });

    test('of the first payment of a plan or of a renewal goes back by the payment of that', async () => {
      const { ref } = await subscribed();
      const renewal = fixture.account.renew(ref);
      await fixture.provider.refund(renewal, part('d', 1999));
      expect([(await found(ref)).refunded, (await found(renewal)).refunded]).toEqual([0, 1999]);
      await fixture.provider.refund(ref, part('e', 1999));
      expect((await found(ref)).refunded).toBe(1999);
    });

    test.each([
      ['more than was paid', 2000],
      ['nothing', 0],
      ['less than nothing', -1],
    ])('of %s is refused permanently', async (_, amount) => {
      const { ref } = await paid();
      expect((await paymentFailureOf(fixture.provider.refund(ref, part('f', amount)))).isFinal).toBe(true);
      expect(await found(ref)).toMatchObject({ refunded: 0 });
    });

    test('of what was never paid is refused permanently', async () => {
      const { ref } = await made();
      expect((await paymentFailureOf(fixture.provider.refund(ref, part('g')))).isFinal).toBe(true);
    });
  });

  describe('a webhook', () => {
    test('of a payment or of a renewal names it, and nothing is requested for that', async () => {
      const { ref } = await subscribed();
      const renewal = fixture.account.renew(ref);
      fixture.server.requests.length = 0;
      expect(await fixture.provider.readWebhook(fixture.account.webhook(ref))).toEqual([ref]);
      expect(await fixture.provider.readWebhook(fixture.account.webhook(renewal))).toEqual([renewal]);
      expect(fixture.server.requests).toEqual([]);
    });

    test('of money that went back names what its payment is found by', async () => {
      const { ref, order } = await paid();
      const dispute = fixture.account.chargeBack(ref, 100);
      for (const webhook of [fixture.account.refund(ref, 100).webhook, dispute.webhook, dispute.win()]) {
        const names = (await fixture.provider.readWebhook(webhook)) ?? [];
        expect(await Promise.all(names.map(found))).toMatchObject([{ ref, orderId: order.id }]);
      }
    });

    test('that the provider has not sent is invalid', async () => {
      const { ref } = await made();
      for (const forged of fixture.account.forgedWebhooks(ref)) expect(await fixture.provider.readWebhook(forged)).toBeNull();
    });
  });

  describe('a plan that renews', () => {
    test('has one subscription after its first payment, which is billed at the end of its span, however often that is set', async () => {
      const { ref, order } = await paid(renewing(3));
      const first = await found(ref);
      expect(first).toMatchObject({ ref, orderId: order.id, status: 'paid' });
      fixture.server.requests.length = 0;
      const renewal = renewalOf(order, 3);
      const opened = await fixture.provider.subscribe(first, renewal);
      expect(await fixture.provider.subscribe(first, renewal)).toEqual(opened);
      const billedAt = renewal.startsAt - (renewal.startsAt % driver.startUnitMs);
      expect(fixture.account.subscriptionOf(ref)).toEqual({ ref: opened?.ref, status: 'active', amount: 1999, months: 3, billedAt });
      const writes = fixture.server.requests.filter(({ method, url }) => method === 'POST' && url.pathname.includes('subscriptions'));
      expect(writes).toHaveLength(1);
    });

    test('has no subscription if its payment does not renew', async () => {
      const { ref, order } = await paid();
      expect(await fixture.provider.subscribe(await found(ref), renewalOf(order))).toBeNull();
    });

    test('is billed again without an order id, under its subscription', async () => {
      const { ref, subscription } = await subscribed();
      const renewal = fixture.account.renew(ref);
      const next = await found(renewal);
      expect(next).toMatchObject({ ref: renewal, orderId: null, status: 'paid', amount: 1999, currency: 'EUR', subscription });
      expect(await fixture.provider.renewals(subscription)).toEqual([renewal]);
      expect(await fixture.provider.subscribe(next, renewalOf(aPaymentOrder()))).toEqual(subscription);
    });

    test('whose renewal is not paid has not been paid', async () => {
      const { ref } = await subscribed();
      const unpaid = await found(fixture.account.renew(ref, { isPaid: false }));
      expect(unpaid).toMatchObject({ orderId: null, status: driver.unpaidRenewalStatus });
    });

    test('can be ended repeatedly, and stays ended', async () => {
      const { ref, order, first, subscription } = await subscribed();
      await fixture.provider.unsubscribe(subscription);
      await fixture.provider.unsubscribe(subscription);
      await fixture.provider.unsubscribe({ ref: 'sub_none', customer: subscription.customer });
      await fixture.provider.unsubscribe({ ref: 'sub_none', customer: 'none' });
      expect(fixture.account.subscriptionOf(ref)).toMatchObject({ ref: subscription.ref, status: 'canceled' });
      expect(await fixture.provider.subscribe(first, renewalOf(order))).toBeNull();
    });
  });

  describe('while it is unreachable', () => {
    /** The failures of all calls that need the provider. */
    const everyFailure = async (act: () => void) => {
      const { ref, order, first, subscription } = await subscribed();
      const [{ ref: waiting }, another] = [await made(), await paid(renewing())];
      const next = await found(another.ref);
      act();
      const calls = [
        fixture.provider.create(aPaymentOrder()),
        fixture.provider.find(ref),
        fixture.provider.cancel(waiting),
        fixture.provider.refund(ref, part('h')),
        fixture.provider.subscribe(first.subscription ? first : next, renewalOf(order)),
        fixture.provider.renewals(subscription),
        fixture.provider.unsubscribe(subscription),
      ];
      return Promise.all(calls.map(paymentFailureOf));
    };

    test.each([429, 500, 503, 'lost', 'malformed'] as const)('(%s) every call fails temporarily', async (fault) => {
      const failures = await everyFailure(() => Object.assign(fixture.server, { fault }));
      expect(failures.map(({ isFinal }) => isFinal)).toEqual(failures.map(() => false));
    });

    describe('and does not answer', () => {
      afterEach(() => {
        vi.restoreAllMocks();
      });

      test.each(['hangs', 'stops'] as const)('(%s) every call fails after five seconds', async (fault) => {
        const limits: number[] = [];
        const failures = await everyFailure(() => {
          fixture.server.fault = fault;
          // Only from here on the time limit passes in a quarter of a second: what comes before needs its answers.
          const timeout = AbortSignal.timeout.bind(AbortSignal);
          vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
            limits.push(ms);
            return timeout(ms / 20);
          });
        });
        expect(failures.map(({ isFinal, message }) => [isFinal, message])).toEqual(failures.map(() => [false, `${driver.name} too slow`]));
        expect(limits).toEqual(failures.map(() => 5000));
      });
    });
  });

  test('with a wrong key every call fails until it is corrected', async () => {
    const wrong = requireProvider(driver.createProvider(driver.wrongKeys, fixture.server.fetchProvider));
    expect((await paymentFailureOf(wrong.find((await paid()).ref))).isFinal).toBe(false);
  });

  test('no error contains a key or the whole answer of the provider', async () => {
    const wrong = requireProvider(driver.createProvider(driver.wrongKeys, fixture.server.fetchProvider));
    const errors = [
      await paymentFailureOf(wrong.find((await paid()).ref)),
      await paymentFailureOf(fixture.provider.create(aPaymentOrder({ amount: 0 }))),
    ];
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(`^${driver.name} 401`), driver.refusalOfNothing]);
    for (const error of errors) expect(loggableTextOf(error)).not.toMatch(driver.secrets);
  });
});

import { describe, expect, test } from 'vitest';
import { discountUses } from '#db/schema/index';
import { aDiscountCode, aMember, newId, type TestMember } from '../../../support/database/factories.ts';
import { mollieDriver } from '../../../support/servers/mollie-driver.ts';
import type { PaymentDriver } from '../../../support/servers/payment-driver.ts';
import { stripeDriver } from '../../../support/servers/stripe-driver.ts';
import { answerSummary } from '../payment-fixture.ts';
import { paymentProviderFixture } from '../payment-provider-fixture.ts';

// What only one provider keeps is in stripe-payments.test.ts and mollie-payments.test.ts.
const DRIVERS: readonly PaymentDriver[] = [stripeDriver, mollieDriver];
const SITES = DRIVERS.map((driver) => ({ name: driver.name, driver, fixture: paymentProviderFixture(driver) }));

// At both providers at once, as it waits for a time limit.
test('an order that is made while its provider hangs is refused and stays open, and its nonce continues it', async () => {
  const orderWhileHanging = async ({ fixture }: (typeof SITES)[number]) => {
    const noor = await aMember(fixture.db);
    const nonce = newId();
    fixture.server.fault = 'hangs';
    const refused = await fixture.order(noor, { nonce });
    fixture.server.fault = null;
    expect([answerSummary(refused), refused.headers.get('Retry-After')]).toEqual(['503 unavailable', expect.stringMatching(/^\d$/)]);
    expect((await fixture.order(noor, { nonce })).status).toBe(201);
    expect(await fixture.ordersOf(noor)).toMatchObject([{ status: 'open', amount: 999 }]);
    const ref = String((await fixture.orderOf(noor)).providerRef);
    fixture.account.pay(ref);
    await fixture.notifyOf(ref);
    expect(await fixture.credits(noor)).toBe(50);
  };
  await Promise.all(SITES.map(orderWhileHanging));
});

describe.each(SITES)('$name', ({ driver, fixture }) => {
  const { notifyOf } = fixture;
  /** A member with an open order; returns also the name of its payment. */
  const anOrder = async (body: object = {}) => {
    const noor = await aMember(fixture.db);
    return { noor, ref: await fixture.orderAndGetRef(noor, body) };
  };
  const discountStatesOf = async (who: TestMember) => {
    const ids = (await fixture.ordersOf(who)).map(({ id }) => id);
    return (await fixture.db.select().from(discountUses)).filter(({ orderId }) => ids.includes(orderId)).map(({ state }) => state);
  };

  describe('an order', () => {
    test('is paid at the provider, at one address for one nonce, and credited once', async () => {
      const noor = await aMember(fixture.db);
      const nonce = newId();
      const answer = await fixture.order(noor, { nonce });
      expect(answer.at('redirect')).toContain(driver.checkoutUrl);
      expect((await fixture.order(noor, { nonce })).at('redirect')).toBe(answer.at('redirect'));
      const ref = String((await fixture.orderOf(noor)).providerRef);
      fixture.account.pay(ref);
      expect(await notifyOf(ref)).toBe(200);
      expect([await fixture.credits(noor), await fixture.brokenInvariants()]).toEqual([50, []]);
    });

    test('costs what the site asks, whatever the body says', async () => {
      const { noor, ref } = await anOrder({ amount: 1, price: { amount: 1, currency: 'PLN' }, currency: 'PLN', credits: 9999 });
      expect(fixture.account.requested(ref)).toMatchObject({ orderId: (await fixture.orderOf(noor)).id, amount: 999, currency: 'EUR' });
      fixture.account.pay(ref);
      await notifyOf(ref);
      expect([await fixture.credits(noor), (await fixture.orderOf(noor)).amount]).toEqual([50, 999]);
    });

    test.each([503, 'lost', 'malformed'] as const)(
      '(%s) that the provider does not answer stays open, and its nonce continues it',
      async (fault) => {
        const noor = await aMember(fixture.db);
        const nonce = newId();
        fixture.server.fault = fault;
        expect(answerSummary(await fixture.order(noor, { nonce }))).toBe('503 unavailable');
        fixture.server.fault = null;
        expect((await fixture.order(noor, { nonce })).status).toBe(201);
        const orders = await fixture.ordersOf(noor);
        expect([orders, fixture.account.countOf(orders[0]?.id ?? '')]).toEqual([[expect.objectContaining({ status: 'open' })], 1]);
      },
    );

    test('that is paid without any webhook is found by the reconciler', async () => {
      const { noor, ref } = await anOrder();
      fixture.account.pay(ref);
      await fixture.reconcile(noor);
      expect(await fixture.credits(noor)).toBe(50);
    });

    test.each(['failed', 'canceled', 'expired'] as const)('that ends as %s gives nothing', async (how) => {
      const { noor, ref } = await anOrder();
      fixture.account.end(ref, how);
      expect(await notifyOf(ref)).toBe(200);
      expect([(await fixture.orderOf(noor)).status, await fixture.credits(noor)]).toEqual([how, 0]);
    });
  });

  describe('webhooks', () => {
    test('count for as much as the provider answers: nothing before the payment, and once however many come', async () => {
      const { noor, ref } = await anOrder();
      expect([await notifyOf(ref), await fixture.credits(noor)]).toEqual([200, 0]);
      fixture.account.pay(ref);
      expect(await Promise.all([notifyOf(ref), notifyOf(ref), notifyOf(ref)])).toEqual([200, 200, 200]);
      expect([await notifyOf(ref), await fixture.credits(noor), await fixture.brokenInvariants()]).toEqual([200, 50, []]);
    });

    test('in the wrong order lead to the state of the payment', async () => {
      const { noor, ref } = await anOrder();
      fixture.account.pay(ref);
      const paid = fixture.account.webhook(ref);
      const { webhook: returned } = fixture.account.refund(ref, 999);
      for (const webhook of [returned, paid, returned]) expect(await fixture.notify(webhook)).toBe(200);
      expect([(await fixture.orderOf(noor)).status, await fixture.credits(noor)]).toEqual(['refunded', 0]);
      expect(await fixture.brokenInvariants()).toEqual([]);
    });

    test('that are forged are refused and request nothing; one of an unknown payment changes nothing', async () => {
      const { noor, ref } = await anOrder();
      fixture.account.pay(ref);
      fixture.server.requests.length = 0;
      const forged = fixture.account.forgedWebhooks(ref);
      expect(await Promise.all(forged.map(fixture.notify))).toEqual(forged.map(() => 400));
      expect(fixture.server.requests).toEqual([]);
      expect(await fixture.notify(fixture.account.webhookOfUnknownPayment())).toBe(200);
      expect(await fixture.credits(noor)).toBe(0);
    });

    test.each([500, 'lost', 'malformed'] as const)(
      '(%s) that come while the provider is unreachable are answered 503, so that it repeats them',
      async (fault) => {
        const { noor, ref } = await anOrder();
        fixture.account.pay(ref);
        fixture.server.fault = fault;
        expect(await notifyOf(ref)).toBe(503);
        fixture.server.fault = null;
        expect([await notifyOf(ref), await fixture.credits(noor)]).toEqual([200, 50]);
      },
    );

    test('of payments that were not made by this site, in the same account, give nothing', async () => {
      const { noor, ref } = await anOrder();
      const { noor: bas, ref: other } = await anOrder({ pack: 'pack-20' });
      const { id } = await fixture.orderOf(noor);
      fixture.account.pay(other);
      fixture.account.renameOrder(other, id);
      // One over another amount, and one in place of the payment that was made for the order.
      expect([await notifyOf(other), await notifyOf(fixture.account.copyAsPaid(ref))]).toEqual([200, 200]);
      expect([await fixture.credits(noor), await fixture.credits(bas)]).toEqual([0, 0]);
      expect((await fixture.orderOf(noor)).status).toBe('open');
      expect(await fixture.brokenInvariants()).toEqual([]);
    });
  });

  describe('an order that is canceled', () => {
    test('can no longer be paid at the provider, and the webhook of that changes nothing', async () => {
      const { noor, ref } = await anOrder();
      expect((await fixture.cancelOrder(noor)).at('transaction')).toMatchObject({ status: 'canceled', redirect: null });
      expect([fixture.account.isPayable(ref), await notifyOf(ref)]).toEqual([false, 200]);
      expect(await fixture.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null, revision: 1 });
    });

    test('and paid at the same moment is paid once, and keeps its discount', async () => {
      const { noor, ref } = await anOrder({ discount_code: await aDiscountCode(fixture.db) });
      const webhooks: Promise<number>[] = [];
      fixture.server.duringRequest = (asked) => {
        if (!fixture.account.isCancelRequest(asked)) return;
        if (webhooks.length === 0) fixture.account.pay(ref);
        webhooks.push(notifyOf(ref));
      };
      const answers = await Promise.all(Array.from({ length: 5 }, () => fixture.cancelOrder(noor)));
      fixture.server.duringRequest = null;
      expect(await Promise.all(webhooks)).not.toContain(500);
      expect(webhooks.length).toBeGreaterThan(0);
      expect(new Set(answers.map((answer) => answer.at('transaction.status')))).toEqual(new Set(['paid']));
      expect([await fixture.credits(noor), await fixture.brokenInvariants()]).toEqual([50, []]);
      expect(await discountStatesOf(noor)).toEqual(['kept']);
    });

    test('while the provider is unreachable is ended there by the next sweep, and a payment before that counts', async () => {
      const orders = [await anOrder(), await anOrder()] as const;
      for (const { noor } of orders) {
        // The first request finds the payment, the second would cancel it.
        Object.assign(fixture.server, { fault: 503, faultAt: fixture.server.requests.length + 2 });
        expect((await fixture.cancelOrder(noor)).at('transaction.status')).toBe('canceled');
        expect((await fixture.orderOf(noor)).dueAt).toBeGreaterThan(Date.now());
      }
      Object.assign(fixture.server, { fault: null, faultAt: null });
      const [ended, late] = orders;
      fixture.account.pay(late.ref);
      for (const { noor } of orders) await fixture.reconcile(noor);
      expect(fixture.account.isPayable(ended.ref)).toBe(false);
      expect(await fixture.orderOf(ended.noor)).toMatchObject({ status: 'canceled', dueAt: null });
      expect([await fixture.orderOf(late.noor), await fixture.credits(late.noor)]).toMatchObject([{ status: 'paid' }, 50]);
      expect(await fixture.brokenInvariants()).toEqual([]);
    });

    test('in another tab while its payment is created leads to its transaction page, and the payment is ended', async () => {
      const noor = await aMember(fixture.db);
      fixture.server.duringRequest = async ({ method }) => method === 'POST' && expect((await fixture.cancelOrder(noor)).status).toBe(200);
      const answer = await fixture.order(noor);
      fixture.server.duringRequest = null;
      const { id, providerRef } = await fixture.orderOf(noor);
      expect([answer.status, answer.at('redirect')]).toEqual([201, expect.stringMatching(new RegExp(`/transactions/${id}$`))]);
      expect(fixture.account.isPayable(String(providerRef))).toBe(true);
      await fixture.sweep();
      expect(fixture.account.isPayable(String(providerRef))).toBe(false);
      expect(await fixture.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null });
    });
  });
});

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { entitlements, members } from '#db/schema/index';
import { aMember, type TestMember } from '../../../support/database/factories.ts';
import { mollieDriver } from '../../../support/servers/mollie-driver.ts';
import type { PaymentDriver } from '../../../support/servers/payment-driver.ts';
import { stripeDriver } from '../../../support/servers/stripe-driver.ts';
import { paymentProviderFixture } from '../payment-provider-fixture.ts';

const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };

// What only one provider keeps is in stripe-payments.test.ts and mollie-payments.test.ts.
const DRIVERS: readonly PaymentDriver[] = [stripeDriver, mollieDriver];
const SITES = DRIVERS.map((driver) => ({ name: driver.name, driver }));

describe.each(SITES)('$name', ({ driver }) => {
  const fixture = paymentProviderFixture(driver);
  const { notifyOf } = fixture;
  /** A member who has paid for an order, of which the site knows; `ref` names the payment. */
  const aBuyer = async (body: object = {}) => {
    const noor = await aMember(fixture.db);
    const ref = await fixture.orderAndGetRef(noor, body);
    fixture.account.pay(ref);
    expect(await notifyOf(ref)).toBe(200);
    return { noor, ref };
  };
  /** The same for a plan, whose subscription the provider has opened. */
  const aSubscriber = async (body: object = PLAN) => {
    const buyer = await aBuyer(body);
    await fixture.reconcile(buyer.noor);
    return buyer;
  };
  const untilReturned = (who: TestMember, amount: number) =>
    expect.poll(async () => (await fixture.orderOf(who)).returnedAmount).toBe(amount);

  describe('money that goes back', () => {
    test('by a charge-back takes its credits back, a charge-back that is won grants them again, and a refund takes them', async () => {
      const { noor, ref } = await aBuyer();
      const chargeBack = fixture.account.chargeBack(ref, 999);
      await fixture.notify(chargeBack.webhook);
      expect(await fixture.credits(noor)).toBe(0);
      await fixture.notify(chargeBack.win());
      expect(await fixture.credits(noor)).toBe(50);
      await fixture.notify(fixture.account.refund(ref, 999).webhook);
      expect([await fixture.credits(noor), await fixture.brokenInvariants()]).toEqual([0, []]);
    });

    test('by a charge-back of a part suspends premium, whose remaining time is granted when it is won months later', async () => {
      const { noor, ref } = await aBuyer({ ...PLAN, renews: false });
      const chargeBack = fixture.account.chargeBack(ref, 2400);
      await fixture.notify(chargeBack.webhook);
      expect([await fixture.isPremium(noor), (await fixture.orderOf(noor)).status]).toEqual([false, 'paid']);
      const [span] = await fixture.spansOf(noor);
      const past = { fromAt: (span?.fromAt ?? 0) - 90 * DAY, untilAt: (span?.untilAt ?? 0) - 90 * DAY };
      await fixture.db.update(entitlements).set(past).where(eq(entitlements.memberId, noor.id));
      expect(await fixture.brokenInvariants()).toEqual([]);
      await fixture.notify(chargeBack.win());
      const [restored] = await fixture.spansOf(noor);
      expect((restored?.untilAt ?? 0) - Date.now()).toBeGreaterThan(27 * DAY);
      expect([await fixture.isPremium(noor), await fixture.brokenInvariants()]).toEqual([true, []]);
    });
  });

  describe('a withdrawal', () => {
    test('refunds only what was not refunded at the provider’s dashboard, though the webhook of that never came', async () => {
      const { noor, ref } = await aBuyer();
      fixture.account.refund(ref, 500);
      expect((await fixture.withdraw(noor)).status).toBe(200);
      await untilReturned(noor, 999);
      expect(fixture.account.refundsOf(ref)).toEqual([500, 499]);
      expect([await fixture.credits(noor), (await fixture.orderOf(noor)).status]).toEqual([0, 'refunded']);
      expect(await fixture.brokenInvariants()).toEqual([]);
    });

    test('refunds nothing that the bank has already charged back', async () => {
      const { noor, ref } = await aBuyer();
      fixture.account.chargeBack(ref, 999);
      await fixture.withdraw(noor);
      await untilReturned(noor, 999);
      await fixture.reconcile(noor);
      expect(fixture.account.refundsOf(ref)).toEqual([]);
      expect(await fixture.brokenInvariants()).toEqual([]);
    });

    test('from ten tabs, beside the reconciler and five webhooks, is one refund', async () => {
      const { noor, ref } = await aBuyer();
      await Promise.all([
        ...Array.from({ length: 10 }, () => fixture.withdraw(noor)),
        ...Array.from({ length: 5 }, () => notifyOf(ref)),
        fixture.reconcile(noor),
      ]);
      await untilReturned(noor, 999);
      expect(fixture.account.refundsOf(ref)).toHaveLength(1);
      expect([await fixture.credits(noor), await fixture.brokenInvariants()]).toEqual([0, []]);
    });
  });

  describe('a plan that renews', () => {
    test('renews once for each payment of its subscription', async () => {
      const { noor, ref } = await aSubscriber();
      const renewal = fixture.account.renew(ref);
      expect(await Promise.all([notifyOf(renewal), notifyOf(renewal), notifyOf(renewal)])).toEqual([200, 200, 200]);
      await notifyOf(ref);
      const [first, next, ...more] = await fixture.spansOf(noor);
      expect(first?.subscription).toBe(fixture.account.subscriptionOf(ref)?.ref);
      expect(next).toMatchObject({ fromAt: first?.untilAt, renews: true, subscription: first?.subscription });
      expect(more).toEqual([]);
      const [bought, renewed] = await fixture.ordersOf(noor);
      expect(renewed).toMatchObject({ status: 'paid', amount: bought?.amount, nonce: renewal, providerRef: renewal, renewalOf: first?.id });
      expect(bought?.dueAt).toBeNull();
    });

    test('and was bought while another runs is billed again when its own span ends, not before', async () => {
      const { noor } = await aBuyer({ ...PLAN, plan: 'premium-3', renews: false });
      await fixture.order(noor, PLAN);
      const ref = String((await fixture.ordersOf(noor))[1]?.providerRef);
      fixture.account.pay(ref);
      await notifyOf(ref);
      await fixture.sweep();
      const [, span] = await fixture.spansOf(noor);
      const untilAt = span?.untilAt ?? 0;
      expect(fixture.account.subscriptionOf(ref)).toMatchObject({
        ref: span?.subscription,
        billedAt: untilAt - (untilAt % driver.startUnitMs),
      });
      expect((await fixture.ordersOf(noor)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
    });

    test('gets nothing for a renewal that was not paid, has another amount or is of an erased account', async () => {
      const [{ noor, ref }, { noor: bas, ref: erased }] = [await aSubscriber(), await aSubscriber()];
      await notifyOf(fixture.account.renew(ref, { isPaid: false }));
      await notifyOf(fixture.account.renew(ref, { amount: 99_999 }));
      expect([await fixture.spansOf(noor), await fixture.ordersOf(noor)]).toEqual([[expect.anything()], [expect.anything()]]);
      await fixture.db.delete(members).where(eq(members.id, bas.id));
      const late = fixture.account.renew(erased);
      expect(await notifyOf(late)).toBe(200);
      expect([await fixture.spansOf(bas), await fixture.brokenInvariants()]).toEqual([[], []]);
    });

    test('loses the span of a renewal that was refunded, and what is billed after that is refunded automatically', async () => {
      const { noor, ref } = await aSubscriber();
      const renewal = fixture.account.renew(ref);
      await notifyOf(renewal);
      expect(await fixture.notify(fixture.account.refund(renewal, 2499).webhook)).toBe(200);
      expect((await fixture.spansOf(noor)).map(({ state }) => state)).toEqual(['active', 'revoked']);
      expect(await notifyOf(fixture.account.renew(ref))).toBe(200);
      expect(await fixture.spansOf(noor)).toHaveLength(2);
      await fixture.sweep();
      expect((await fixture.ordersOf(noor)).map(({ status }) => status)).toEqual(['paid', 'refunded', 'refunded']);
      expect(await fixture.brokenInvariants()).toEqual([]);
    });

    test('and is charged back after its subscription was opened leaves nothing that renews', async () => {
      const { noor, ref } = await aSubscriber();
      expect(fixture.account.subscriptionOf(ref)).toMatchObject({ status: 'active' });
      await fixture.notify(fixture.account.chargeBack(ref, 2499).webhook);
      await fixture.sweepWithHourlyTask();
      expect(fixture.account.subscriptionOf(ref)).toMatchObject({ status: 'canceled' });
      expect([await fixture.isPremium(noor), await fixture.brokenInvariants()]).toEqual([false, []]);
    });

    test('and is stopped while it renews is either renewed or refunded, never both and never neither', async () => {
      const { noor, ref } = await aSubscriber();
      const renewal = fixture.account.renew(ref);
      await Promise.all([fixture.stopRenewal(noor), notifyOf(renewal), fixture.stopRenewal(noor), notifyOf(renewal), fixture.sweep()]);
      await fixture.reconcile(noor);
      const [, order] = await fixture.ordersOf(noor);
      const spans = await fixture.spansOf(noor);
      expect(spans.map(({ renews }) => renews)).toEqual(spans.map(() => false));
      expect([order?.status, spans.length]).toEqual(order?.withdrawnAmount === 0 ? ['paid', 2] : ['refunded', 1]);
      await expect.poll(() => fixture.account.subscriptionOf(ref)?.status).toBe('canceled');
      expect(await fixture.brokenInvariants()).toEqual([]);
    });

    test('and that the provider refuses to end does not delay the end of others', async () => {
      const uncancelable = await Promise.all(Array.from({ length: 3 }, () => aSubscriber()));
      const { noor, ref } = await aSubscriber();
      for (const one of uncancelable) fixture.account.lockSubscription(one.ref);
      const everybody = [noor, ...uncancelable.map((one) => one.noor)];
      fixture.server.fault = 503;
      const before = fixture.server.requests.length;
      await Promise.all(everybody.map((who) => fixture.stopRenewal(who)));
      // Each has been tried once.
      await expect.poll(() => fixture.server.requests.length).toBe(before + everybody.length);
      fixture.server.fault = null;
      await fixture.sweepWithHourlyTask();
      expect(fixture.account.subscriptionOf(ref)?.status).toBe('canceled');
      const customers = await Promise.all(uncancelable.map(async (one) => (await fixture.spansOf(one.noor))[0]?.customer));
      expect(customers).toEqual(uncancelable.map(() => expect.any(String)));
    });
  });
});

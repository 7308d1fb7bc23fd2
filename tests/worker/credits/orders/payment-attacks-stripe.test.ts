import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { entitlements, members } from '#db/schema/index';
import { aMember, type TestMember } from '../../../support/database/factories.ts';
import { startStripeServer, TEST_STRIPE } from '../../../support/servers/stripe-server.ts';
import { paymentProviderFixture } from '../payment-provider-fixture.ts';

const fixture = paymentProviderFixture('stripe', TEST_STRIPE, startStripeServer);
const DAY = 24 * 3600_000;
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };
const sendNotice = (type: string, id: string) => fixture.notify(fixture.server.webhookRequest(type, id));
const refundsOf = (intent: string) => fixture.server.every('refund', { payment_intent: intent });

/** A member who has paid for an order, with the checkout session (`ref`) and the payment intent of it at Stripe. */
async function aBuyer(body: object = {}) {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, body);
  fixture.server.pay(ref);
  expect(await sendNotice('checkout.session.completed', ref)).toBe(200);
  return { noor, ref, intent: fixture.server.intentOf(ref) };
}
const untilRefunded = (who: TestMember, amount: number) =>
  expect.poll(async () => (await fixture.orderOf(who)).returnedAmount).toBe(amount);

describe('a withdrawal', () => {
  test('refunds only what was not refunded in Stripe’s dashboard, though the notice of that never came', async () => {
    const { noor, intent } = await aBuyer();
    fixture.server.refund(intent, 500);
    expect((await fixture.withdraw(noor)).status).toBe(200);
    await untilRefunded(noor, 999);
    expect(refundsOf(intent).map(({ amount }) => amount)).toEqual([500, 499]);
    expect([await fixture.credits(noor), (await fixture.orderOf(noor)).status]).toEqual([0, 'refunded']);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('refunds nothing that the bank has already charged back', async () => {
    const { noor, intent } = await aBuyer();
    fixture.server.dispute(intent, 999);
    await fixture.withdraw(noor);
    await untilRefunded(noor, 999);
    await fixture.reconcile(noor);
    expect(refundsOf(intent)).toEqual([]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('from ten tabs, beside the reconciler and five notices, is one refund', async () => {
    const { noor, ref, intent } = await aBuyer();
    await Promise.all([
      ...Array.from({ length: 10 }, () => fixture.withdraw(noor)),
      ...Array.from({ length: 5 }, () => sendNotice('checkout.session.completed', ref)),
      fixture.reconcile(noor),
    ]);
    await untilRefunded(noor, 999);
    expect(refundsOf(intent)).toHaveLength(1);
    expect([await fixture.credits(noor), await fixture.brokenInvariants()]).toEqual([0, []]);
  });
});

describe('premium', () => {
  test('is suspended while a part of its money is disputed, and its remaining time is granted when the dispute is won months later', async () => {
    const { noor, intent } = await aBuyer({ ...PLAN, renews: false });
    const dispute = fixture.server.dispute(intent, 2400).id;
    await sendNotice('charge.dispute.created', dispute);
    expect([await fixture.isPremium(noor), (await fixture.orderOf(noor)).status]).toEqual([false, 'paid']);
    const [span] = await fixture.spansOf(noor);
    const past = { fromAt: (span?.fromAt ?? 0) - 90 * DAY, untilAt: (span?.untilAt ?? 0) - 90 * DAY };
    await fixture.db.update(entitlements).set(past).where(eq(entitlements.memberId, noor.id));
    expect(await fixture.brokenInvariants()).toEqual([]);
    fixture.server.closeDispute(dispute, 'won');
    await sendNotice('charge.dispute.closed', dispute);
    const [restored] = await fixture.spansOf(noor);
    expect((restored?.untilAt ?? 0) - Date.now()).toBeGreaterThan(27 * DAY);
    expect([await fixture.isPremium(noor), await fixture.brokenInvariants()]).toEqual([true, []]);
  });

  test('that is stopped while it renews is either renewed or refunded, never both and never neither', async () => {
    const { noor, ref } = await aBuyer(PLAN);
    await fixture.reconcile(noor);
    const renewal = fixture.server.renew(ref);
    await Promise.all([
      fixture.stopRenewal(noor),
      sendNotice('invoice.paid', renewal),
      fixture.stopRenewal(noor),
      sendNotice('invoice.paid', renewal),
      fixture.sweep(),
    ]);
    await fixture.reconcile(noor);
    const [, order] = await fixture.ordersOf(noor);
    const spans = await fixture.spansOf(noor);
    expect(spans.map(({ renews }) => renews)).toEqual(spans.map(() => false));
    expect([order?.status, spans.length]).toEqual(order?.withdrawnAmount === 0 ? ['paid', 2] : ['refunded', 1]);
    const subscription = fixture.server.get(fixture.server.get(ref).subscription);
    await expect.poll(() => subscription.status).toBe('canceled');
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('that ends further ahead than Stripe can schedule a renewal is not billed before its end: its renewal is stopped', async () => {
    const { noor, ref } = await aBuyer(PLAN);
    const far = Date.now() + 800 * DAY;
    await fixture.db.update(entitlements).set({ untilAt: far }).where(eq(entitlements.memberId, noor.id));
    await fixture.db.update(members).set({ premiumUntil: far }).where(eq(members.id, noor.id));
    await fixture.reconcile(noor);
    const subscription = fixture.server.get(fixture.server.get(ref).subscription);
    expect((await fixture.spansOf(noor)).map(({ renews, untilAt }) => [renews, untilAt])).toEqual([[false, far]]);
    expect(subscription.trial_end).toBeNull();
    await fixture.sweepWithHourlyTask();
    expect(subscription.status).toBe('canceled');
  });
});

test('subscriptions that Stripe refuses to cancel do not delay those of others', async () => {
  const uncancelable = await Promise.all(Array.from({ length: 3 }, () => aBuyer(PLAN)));
  const { noor, ref } = await aBuyer(PLAN);
  const subscriptionOf = (name: string) => fixture.server.get(fixture.server.get(name).subscription);
  for (const one of uncancelable) Object.assign(subscriptionOf(one.ref), { status: 'locked' });
  fixture.server.fault = 503;
  await Promise.all([noor, ...uncancelable.map((one) => one.noor)].map((who) => fixture.stopRenewal(who)));
  await fixture.untilNoRequestPending();
  fixture.server.fault = null;
  await fixture.sweepWithHourlyTask();
  expect(subscriptionOf(ref).status).toBe('canceled');
  const customers = await Promise.all(uncancelable.map(async (one) => (await fixture.spansOf(one.noor))[0]?.customer));
  expect(customers).toEqual(uncancelable.map(() => expect.any(String)));
});

describe('a checkout session that was not made by this site, in the same Stripe account', () => {
  test('that names an open order gives nothing for another amount, nor in place of the session that was made for the order', async () => {
    const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
    await fixture.orderAndGetRef(noor);
    const other = await fixture.orderAndGetRef(bas, { pack: 'pack-20' });
    const { id } = await fixture.orderOf(noor);
    fixture.server.pay(other);
    Object.assign(fixture.server.get(other), { client_reference_id: id });
    const stranger = fixture.server.put('cs_test', 'checkout.session', {
      ...fixture.server.get(String((await fixture.orderOf(noor)).providerRef)),
      id: 'cs_test_stranger',
      status: 'complete',
      payment_status: 'paid',
    }).id;
    expect([await sendNotice('checkout.session.completed', other), await sendNotice('checkout.session.completed', stranger)]).toEqual([
      200, 200,
    ]);
    expect([await fixture.credits(noor), await fixture.credits(bas)]).toEqual([0, 0]);
    expect((await fixture.orderOf(noor)).status).toBe('open');
    expect(await fixture.brokenInvariants()).toEqual([]);
  });
});

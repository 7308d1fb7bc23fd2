import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { entitlements, members } from '#db/schema/index';
import { aMember, type TestMember } from '../../../support/database/factories.ts';
import { startStripeServer, TEST_STRIPE } from '../../../support/servers/stripe-server.ts';
import { providerWorld } from '../payment-provider-fixture.ts';

const world = providerWorld('stripe', TEST_STRIPE, startStripeServer);
const DAY = 24 * 3600_000;
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };
const told = (type: string, id: string) => world.notify(world.server.notice(type, id));
const refundsOf = (intent: string) => world.server.every('refund', { payment_intent: intent });

/** A member who has paid for an order, with the checkout session (`ref`) and the payment intent of it at Stripe. */
async function aBuyer(body: object = {}) {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor, body);
  world.server.pay(ref);
  expect(await told('checkout.session.completed', ref)).toBe(200);
  return { noor, ref, intent: world.server.intentOf(ref) };
}
const isSettled = (who: TestMember, amount: number) => expect.poll(async () => (await world.orderOf(who)).returnedAmount).toBe(amount);

describe('a withdrawal', () => {
  test('refunds only what was not refunded in Stripe’s dashboard, though the notice of that never came', async () => {
    const { noor, intent } = await aBuyer();
    world.server.refund(intent, 500);
    expect((await world.withdraw(noor)).status).toBe(200);
    await isSettled(noor, 999);
    expect(refundsOf(intent).map(({ amount }) => amount)).toEqual([500, 499]);
    expect([await world.credits(noor), (await world.orderOf(noor)).status]).toEqual([0, 'refunded']);
    expect(await world.breaches()).toEqual([]);
  });

  test('refunds nothing that the bank has already charged back', async () => {
    const { noor, intent } = await aBuyer();
    world.server.dispute(intent, 999);
    await world.withdraw(noor);
    await isSettled(noor, 999);
    await world.reconcile(noor);
    expect(refundsOf(intent)).toEqual([]);
    expect(await world.breaches()).toEqual([]);
  });

  test('from ten tabs, beside the reconciler and five notices, is one refund', async () => {
    const { noor, ref, intent } = await aBuyer();
    await Promise.all([
      ...Array.from({ length: 10 }, () => world.withdraw(noor)),
      ...Array.from({ length: 5 }, () => told('checkout.session.completed', ref)),
      world.reconcile(noor),
    ]);
    await isSettled(noor, 999);
    expect(refundsOf(intent)).toHaveLength(1);
    expect([await world.credits(noor), await world.breaches()]).toEqual([0, []]);
  });
});

describe('premium', () => {
  test('is suspended while a part of its money is disputed, and its remaining time is granted when the dispute is won months later', async () => {
    const { noor, intent } = await aBuyer({ ...PLAN, renews: false });
    const dispute = world.server.dispute(intent, 2400).id;
    await told('charge.dispute.created', dispute);
    expect([await world.isPremium(noor), (await world.orderOf(noor)).status]).toEqual([false, 'paid']);
    const [span] = await world.spansOf(noor);
    const past = { fromAt: (span?.fromAt ?? 0) - 90 * DAY, untilAt: (span?.untilAt ?? 0) - 90 * DAY };
    await world.db.update(entitlements).set(past).where(eq(entitlements.memberId, noor.id));
    expect(await world.breaches()).toEqual([]);
    world.server.closeDispute(dispute, 'won');
    await told('charge.dispute.closed', dispute);
    const [restored] = await world.spansOf(noor);
    expect((restored?.untilAt ?? 0) - Date.now()).toBeGreaterThan(27 * DAY);
    expect([await world.isPremium(noor), await world.breaches()]).toEqual([true, []]);
  });

  test('that is stopped while it renews is either renewed or refunded, never both and never neither', async () => {
    const { noor, ref } = await aBuyer(PLAN);
    await world.reconcile(noor);
    const renewal = world.server.renew(ref);
    await Promise.all([
      world.stopRenewal(noor),
      told('invoice.paid', renewal),
      world.stopRenewal(noor),
      told('invoice.paid', renewal),
      world.sweep(),
    ]);
    await world.reconcile(noor);
    const [, order] = await world.ordersOf(noor);
    const spans = await world.spansOf(noor);
    expect(spans.map(({ renews }) => renews)).toEqual(spans.map(() => false));
    expect([order?.status, spans.length]).toEqual(order?.withdrawnAmount === 0 ? ['paid', 2] : ['refunded', 1]);
    const subscription = world.server.get(world.server.get(ref).subscription);
    await expect.poll(() => subscription.status).toBe('canceled');
    expect(await world.breaches()).toEqual([]);
  });

  test('that ends further ahead than Stripe can schedule a renewal is not billed before its end: its renewal is stopped', async () => {
    const { noor, ref } = await aBuyer(PLAN);
    const far = Date.now() + 800 * DAY;
    await world.db.update(entitlements).set({ untilAt: far }).where(eq(entitlements.memberId, noor.id));
    await world.db.update(members).set({ premiumUntil: far }).where(eq(members.id, noor.id));
    await world.reconcile(noor);
    const subscription = world.server.get(world.server.get(ref).subscription);
    expect((await world.spansOf(noor)).map(({ renews, untilAt }) => [renews, untilAt])).toEqual([[false, far]]);
    expect(subscription.trial_end).toBeNull();
    await world.anHourLater();
    expect(subscription.status).toBe('canceled');
  });
});

test('subscriptions that Stripe refuses to cancel do not delay those of others', async () => {
  const uncancelable = await Promise.all(Array.from({ length: 3 }, () => aBuyer(PLAN)));
  const { noor, ref } = await aBuyer(PLAN);
  const subscriptionOf = (name: string) => world.server.get(world.server.get(name).subscription);
  for (const one of uncancelable) Object.assign(subscriptionOf(one.ref), { status: 'locked' });
  world.server.fault = 503;
  await Promise.all([noor, ...uncancelable.map((one) => one.noor)].map((who) => world.stopRenewal(who)));
  await world.isQuiet();
  world.server.fault = null;
  await world.anHourLater();
  expect(subscriptionOf(ref).status).toBe('canceled');
  const customers = await Promise.all(uncancelable.map(async (one) => (await world.spansOf(one.noor))[0]?.customer));
  expect(customers).toEqual(uncancelable.map(() => expect.any(String)));
});

describe('a checkout session that was not made by this site, in the same Stripe account', () => {
  test('that names an open order gives nothing for another amount, nor in place of the session that was made for the order', async () => {
    const [noor, bas] = [await aMember(world.db), await aMember(world.db)];
    await world.ref(noor);
    const other = await world.ref(bas, { pack: 'pack-20' });
    const { id } = await world.orderOf(noor);
    world.server.pay(other);
    Object.assign(world.server.get(other), { client_reference_id: id });
    const stranger = world.server.put('cs_test', 'checkout.session', {
      ...world.server.get(String((await world.orderOf(noor)).providerRef)),
      id: 'cs_test_stranger',
      status: 'complete',
      payment_status: 'paid',
    }).id;
    expect([await told('checkout.session.completed', other), await told('checkout.session.completed', stranger)]).toEqual([200, 200]);
    expect([await world.credits(noor), await world.credits(bas)]).toEqual([0, 0]);
    expect((await world.orderOf(noor)).status).toBe('open');
    expect(await world.breaches()).toEqual([]);
  });
});

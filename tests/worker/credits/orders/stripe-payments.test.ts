import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { entitlements, members } from '#db/schema/index';
import { aMember } from '../../../support/database/factories.ts';
import { stripeDriver } from '../../../support/servers/stripe-driver.ts';
import { paymentProviderFixture } from '../payment-provider-fixture.ts';

// What Stripe has in common with other providers is in provider-payments.test.ts and provider-returns-and-renewals.test.ts.
const fixture = paymentProviderFixture(stripeDriver);
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };

test('a direct debit that takes days stays open, and counts when it arrives', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, { payment_method: 'sepa' });
  fixture.server.payByDebit(ref);
  await fixture.notifyOf(ref);
  await fixture.backdateOrders(noor, 5 * DAY);
  await fixture.reconcile(noor);
  expect(await fixture.orderOf(noor)).toMatchObject({ status: 'open' });
  fixture.server.completeDebit(ref);
  await fixture.notify(fixture.server.webhookRequest('checkout.session.async_payment_succeeded', ref));
  expect(await fixture.credits(noor)).toBe(50);
});

test('the first invoice of a plan is not taken for a renewal', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, PLAN);
  fixture.server.pay(ref);
  await fixture.notifyOf(ref);
  expect(await fixture.notify(fixture.server.webhookRequest('invoice.paid', fixture.server.firstInvoice(ref)))).toBe(200);
  expect([(await fixture.spansOf(noor)).length, (await fixture.ordersOf(noor)).length]).toEqual([1, 1]);
});

test('a renewal is known by the webhook of its failed payment, too, and of its refund', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, PLAN);
  fixture.server.pay(ref);
  await fixture.notifyOf(ref);
  await fixture.notify(fixture.server.webhookRequest('invoice.payment_failed', fixture.server.renew(ref, false)));
  expect(await fixture.spansOf(noor)).toHaveLength(1);
  const renewal = fixture.server.renew(ref);
  await fixture.notifyOf(renewal);
  const intent = String(fixture.server.every('invoice_payment', { invoice: renewal })[0]?.intent);
  const refund = fixture.server.refund(intent, Number(fixture.server.get(renewal).total)).id;
  expect(await fixture.notify(fixture.server.webhookRequest('refund.created', refund))).toBe(200);
  expect((await fixture.spansOf(noor)).map(({ state }) => state)).toEqual(['active', 'revoked']);
});

test('premium that ends further ahead than Stripe can schedule a renewal is not billed before its end: its renewal is stopped', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, PLAN);
  fixture.server.pay(ref);
  await fixture.notifyOf(ref);
  const far = Date.now() + 800 * DAY;
  await fixture.db.update(entitlements).set({ untilAt: far }).where(eq(entitlements.memberId, noor.id));
  await fixture.db.update(members).set({ premiumUntil: far }).where(eq(members.id, noor.id));
  await fixture.reconcile(noor);
  expect((await fixture.spansOf(noor)).map(({ renews, untilAt }) => [renews, untilAt])).toEqual([[false, far]]);
  expect(fixture.account.subscriptionOf(ref)?.billedAt).toBeNull();
  await fixture.sweepWithHourlyTask();
  expect(fixture.account.subscriptionOf(ref)?.status).toBe('canceled');
});

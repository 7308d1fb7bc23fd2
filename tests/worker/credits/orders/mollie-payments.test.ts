import { afterEach, describe, expect, test } from 'vitest';
import { aMember } from '../../../support/database/factories.ts';
import { mollieDriver } from '../../../support/servers/mollie-driver.ts';
import { paymentProviderFixture } from '../payment-provider-fixture.ts';

// What Mollie has in common with other providers is in provider-payments.test.ts and provider-returns-and-renewals.test.ts.
const fixture = paymentProviderFixture(mollieDriver);
const { notifyOf } = fixture;

afterEach(() => {
  Object.assign(fixture.server, { isCancelable: true, refundsBecome: 'pending' });
});

test('a webhook that claims a payment is a reason to ask Mollie, and no more', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor);
  expect(await fixture.notify({ body: `id=${ref}&status=paid`, signature: '' })).toBe(200);
  expect(await fixture.credits(noor)).toBe(0);
});

test('a plan’s subscription is opened after its first payment, and again when Mollie was unreachable', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, { pack: undefined, plan: 'premium-3', renews: true });
  const { customerId } = fixture.server.payment(ref);
  fixture.server.setStatus(ref, 'paid');
  await notifyOf(ref);
  fixture.server.fault = 503;
  await fixture.sweep();
  expect(fixture.server.subscriptions(customerId)).toEqual([]);
  fixture.server.fault = null;
  await fixture.reconcile(noor);
  await fixture.reconcile(noor);
  const [first] = await fixture.spansOf(noor);
  const startDate = new Date(first?.untilAt ?? 0).toISOString().slice(0, 10);
  expect(fixture.server.subscriptions(customerId)).toMatchObject([{ id: first?.subscription, startDate, interval: '3 months' }]);
});

test('an order by a method that Mollie cannot cancel is canceled here, and counts when it is paid all the same', async () => {
  const noor = await aMember(fixture.db);
  fixture.server.isCancelable = false;
  const ref = await fixture.orderAndGetRef(noor);
  expect((await fixture.cancelOrder(noor)).at('transaction.status')).toBe('canceled');
  await fixture.reconcile(noor);
  expect((await fixture.orderOf(noor)).dueAt).toBeGreaterThan(Date.now());
  fixture.server.setStatus(ref, 'paid');
  await fixture.reconcile(noor);
  expect([await notifyOf(ref), await fixture.credits(noor), await fixture.brokenInvariants()]).toEqual([200, 50, []]);
});

describe('a flood of webhooks, which Mollie does not sign,', () => {
  const flood = (count: number, ref: (i: number) => string) => Promise.all(Array.from({ length: count }, (_, i) => notifyOf(ref(i))));

  test('with unknown payment ids causes no more requests to Mollie than the limit, and delays no real payment', async () => {
    await fixture.setSetting('webhooks_a_minute', 5);
    const noor = await aMember(fixture.db);
    const ref = await fixture.orderAndGetRef(noor);
    fixture.server.setStatus(ref, 'paid');
    fixture.server.requests.length = 0;
    const answers = await flood(40, (i) => `tr_unknown${i}`);
    expect(new Set(answers)).toEqual(new Set([200, 429]));
    expect(fixture.server.requests.length).toBeLessThanOrEqual(10);
    expect([await notifyOf(ref), await fixture.credits(noor)]).toEqual([200, 50]);
    await fixture.setSetting('webhooks_a_minute', 1200);
  });

  test('about one payment causes no more requests to Mollie than the limit, and delays no other payment', async () => {
    await fixture.setSetting('webhooks_a_minute', 5);
    const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
    const [ref, other] = [await fixture.orderAndGetRef(noor), await fixture.orderAndGetRef(bas)];
    fixture.server.requests.length = 0;
    expect(new Set(await flood(40, () => ref))).toEqual(new Set([200, 429]));
    expect(fixture.server.requests.length).toBeLessThanOrEqual(10);
    fixture.server.setStatus(other, 'paid');
    expect([await notifyOf(other), await fixture.credits(bas)]).toEqual([200, 50]);
    // A payment whose webhooks were refused is found by the reconciler.
    fixture.server.setStatus(ref, 'paid');
    await fixture.reconcile(noor);
    expect(await fixture.credits(noor)).toBe(50);
    await fixture.setSetting('webhooks_a_minute', 1200);
  });
});

test('the refund of a withdrawal that is queued at Mollie and then fails is requested again until the money went back', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, { pack: undefined, plan: 'premium-1', renews: true });
  fixture.server.setStatus(ref, 'paid');
  await notifyOf(ref);
  await fixture.reconcile(noor);
  fixture.server.refundsBecome = 'queued';
  expect((await fixture.withdraw(noor)).status).toBe(200);
  await expect.poll(() => fixture.server.refunds(ref).length).toBe(1);
  await fixture.reconcile(noor);
  expect(await fixture.orderOf(noor)).toMatchObject({ status: 'paid', returnedAmount: 0, dueAt: expect.any(Number) });
  const [waiting] = fixture.server.refunds(ref);
  if (waiting) waiting.status = 'failed';
  fixture.server.expireIdempotencyKeys();
  fixture.server.refundsBecome = 'pending';
  await fixture.reconcile(noor);
  const order = await fixture.orderOf(noor);
  expect([order.returnedAmount, order.dueAt]).toEqual([order.withdrawnAmount, null]);
  expect(await fixture.brokenInvariants()).toEqual([]);
});

import { expect, test } from 'vitest';
import { aMember } from '../../../support/database/factories.ts';
import { startMollieServer, TEST_MOLLIE } from '../../../support/servers/mollie-server.ts';
import { paymentProviderFixture } from '../payment-provider-fixture.ts';

const fixture = paymentProviderFixture('mollie', TEST_MOLLIE, startMollieServer);
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'ideal', renews: true };
const notify = (ref: string) => fixture.notify(fixture.server.paymentNotice(ref));
const flood = (count: number, ref: (i: number) => string) => Promise.all(Array.from({ length: count }, (_, i) => notify(ref(i))));

test('a flood of notices with unknown payment ids causes no more requests to Mollie than the limit, and delays no real payment', async () => {
  await fixture.setSetting('notices_a_minute', 5);
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor);
  fixture.server.setStatus(ref, 'paid');
  fixture.server.requests.length = 0;
  const answers = await flood(40, (i) => `tr_unknown${i}`);
  expect(new Set(answers)).toEqual(new Set([200, 429]));
  expect(fixture.server.requests.length).toBeLessThanOrEqual(10);
  expect([await notify(ref), await fixture.credits(noor)]).toEqual([200, 50]);
  await fixture.setSetting('notices_a_minute', 1200);
});

test('a flood of notices about one payment causes no more requests to Mollie than the limit, and delays no other payment', async () => {
  await fixture.setSetting('notices_a_minute', 5);
  const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
  const [ref, other] = [await fixture.orderAndGetRef(noor), await fixture.orderAndGetRef(bas)];
  fixture.server.requests.length = 0;
  expect(new Set(await flood(40, () => ref))).toEqual(new Set([200, 429]));
  expect(fixture.server.requests.length).toBeLessThanOrEqual(10);
  fixture.server.setStatus(other, 'paid');
  expect([await notify(other), await fixture.credits(bas)]).toEqual([200, 50]);
  // A payment whose notices were refused is found by the reconciler.
  fixture.server.setStatus(ref, 'paid');
  await fixture.reconcile(noor);
  expect(await fixture.credits(noor)).toBe(50);
  await fixture.setSetting('notices_a_minute', 1200);
});

test('the refund of a withdrawal that is queued at Mollie and then fails is requested again until the money went back', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, PLAN);
  fixture.server.setStatus(ref, 'paid');
  await notify(ref);
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

test('a plan that is charged back after its subscription was created leaves nothing that renews', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, PLAN);
  fixture.server.setStatus(ref, 'paid');
  await notify(ref);
  await fixture.reconcile(noor);
  const { customerId } = fixture.server.payment(ref);
  expect(fixture.server.subscriptions(customerId)).toMatchObject([{ status: 'active' }]);
  fixture.server.chargeBack(ref, '24.99');
  await notify(ref);
  await fixture.sweepWithHourlyTask();
  expect(fixture.server.subscriptions(customerId)).toMatchObject([{ status: 'canceled' }]);
  expect([await fixture.isPremium(noor), await fixture.brokenInvariants()]).toEqual([false, []]);
});

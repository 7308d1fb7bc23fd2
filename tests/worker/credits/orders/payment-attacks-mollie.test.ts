import { expect, test } from 'vitest';
import { aMember } from '../../../support/database/factories.ts';
import { startMollieServer, TEST_MOLLIE } from '../../../support/servers/mollie-server.ts';
import { providerWorld } from '../payment-provider-fixture.ts';

const world = providerWorld('mollie', TEST_MOLLIE, startMollieServer);
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'ideal', renews: true };
const notify = (ref: string) => world.notify(world.server.notice(ref));
const flood = (count: number, ref: (i: number) => string) => Promise.all(Array.from({ length: count }, (_, i) => notify(ref(i))));

test('a flood of notices with unknown payment ids causes no more requests to Mollie than the limit, and delays no real payment', async () => {
  await world.set('notices_a_minute', 5);
  const noor = await aMember(world.db);
  const ref = await world.ref(noor);
  world.server.end(ref, 'paid');
  world.server.asked.length = 0;
  const answers = await flood(40, (i) => `tr_unknown${i}`);
  expect(new Set(answers)).toEqual(new Set([200, 429]));
  expect(world.server.asked.length).toBeLessThanOrEqual(10);
  expect([await notify(ref), await world.credits(noor)]).toEqual([200, 50]);
  await world.set('notices_a_minute', 1200);
});

test('a flood of notices about one payment causes no more requests to Mollie than the limit, and delays no other payment', async () => {
  await world.set('notices_a_minute', 5);
  const [noor, bas] = [await aMember(world.db), await aMember(world.db)];
  const [ref, other] = [await world.ref(noor), await world.ref(bas)];
  world.server.asked.length = 0;
  expect(new Set(await flood(40, () => ref))).toEqual(new Set([200, 429]));
  expect(world.server.asked.length).toBeLessThanOrEqual(10);
  world.server.end(other, 'paid');
  expect([await notify(other), await world.credits(bas)]).toEqual([200, 50]);
  // A payment whose notices were refused is found by the reconciler.
  world.server.end(ref, 'paid');
  await world.reconcile(noor);
  expect(await world.credits(noor)).toBe(50);
  await world.set('notices_a_minute', 1200);
});

test('the refund of a withdrawal that is queued at Mollie and then fails is requested again until the money went back', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor, PLAN);
  world.server.end(ref, 'paid');
  await notify(ref);
  await world.reconcile(noor);
  world.server.refundsBecome = 'queued';
  expect((await world.withdraw(noor)).status).toBe(200);
  await expect.poll(() => world.server.refunds(ref).length).toBe(1);
  await world.reconcile(noor);
  expect(await world.orderOf(noor)).toMatchObject({ status: 'paid', returnedAmount: 0, dueAt: expect.any(Number) });
  const [waiting] = world.server.refunds(ref);
  if (waiting) waiting.status = 'failed';
  world.server.forgetKeys();
  world.server.refundsBecome = 'pending';
  await world.reconcile(noor);
  const order = await world.orderOf(noor);
  expect([order.returnedAmount, order.dueAt]).toEqual([order.withdrawnAmount, null]);
  expect(await world.breaches()).toEqual([]);
});

test('a plan that is charged back after its subscription was created leaves nothing that renews', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor, PLAN);
  world.server.end(ref, 'paid');
  await notify(ref);
  await world.reconcile(noor);
  const { customerId } = world.server.payment(ref);
  expect(world.server.subscriptions(customerId)).toMatchObject([{ status: 'active' }]);
  world.server.chargeBack(ref, '24.99');
  await notify(ref);
  await world.anHourLater();
  expect(world.server.subscriptions(customerId)).toMatchObject([{ status: 'canceled' }]);
  expect([await world.isPremium(noor), await world.breaches()]).toEqual([false, []]);
});

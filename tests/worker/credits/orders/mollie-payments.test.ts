import { expect, test } from 'vitest';
import { aMember } from '../../../support/database/factories.ts';
import { startMollieServer, TEST_MOLLIE } from '../../../support/servers/mollie-server.ts';
import { providerWorld } from '../payment-provider-fixture.ts';

const world = providerWorld('mollie', TEST_MOLLIE, startMollieServer);
const PLAN = { pack: undefined, plan: 'premium-3', renews: true };
const notify = (ref: string) => world.notify(world.server.notice(ref));

test('a purchase is credited once Mollie reports it as paid, whatever else the notice claims', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor);
  expect(await world.notify({ body: `id=${ref}&status=paid`, signature: '' })).toBe(200);
  expect(await world.credits(noor)).toBe(0);
  world.server.end(ref, 'paid');
  expect([await notify(ref), await notify(ref)]).toEqual([200, 200]);
  expect(await world.credits(noor)).toBe(50);
  expect(await world.breaches()).toEqual([]);
});

test('a notice with an unknown payment id changes nothing, and one with an invalid id is refused', async () => {
  expect([await notify('tr_unknown'), await notify('ord_1'), await notify('')]).toEqual([200, 400, 400]);
});

test('a notice that comes while Mollie is unreachable is answered 503, so that Mollie repeats it', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor);
  world.server.end(ref, 'paid');
  world.server.fault = 500;
  expect(await notify(ref)).toBe(503);
  world.server.fault = null;
  expect(await notify(ref)).toBe(200);
  expect(await world.credits(noor)).toBe(50);
});

test('a plan’s subscription is created after its first payment, starts at the end of its span, and renews it', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor, PLAN);
  const { customerId } = world.server.payment(ref);
  world.server.end(ref, 'paid');
  await notify(ref);
  world.server.fault = 503;
  await world.sweep();
  expect(world.server.subscriptions(customerId)).toEqual([]);
  world.server.fault = null;
  await world.reconcile(noor);
  await world.reconcile(noor);
  const [first] = await world.spansOf(noor);
  const startDate = new Date(first?.untilAt ?? 0).toISOString().slice(0, 10);
  expect(world.server.subscriptions(customerId)).toMatchObject([{ id: first?.subscription, startDate, interval: '3 months' }]);
  const renewal = world.server.renew(customerId);
  expect([await notify(renewal), await notify(renewal)]).toEqual([200, 200]);
  expect((await world.spansOf(noor))[1]).toMatchObject({ fromAt: first?.untilAt, renews: true, subscription: first?.subscription });
});

test('a canceled order can no longer be paid at Mollie, and the notice of that changes nothing', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor);
  expect((await world.letGo(noor)).at('transaction.status')).toBe('canceled');
  expect([world.server.payment(ref).status, await notify(ref)]).toEqual(['canceled', 200]);
  expect(await world.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null, revision: 1 });
});

test('an order by a method that Mollie cannot cancel is canceled here, and counts when it is paid all the same', async () => {
  const noor = await aMember(world.db);
  world.server.isCancelable = false;
  const ref = await world.ref(noor);
  expect((await world.letGo(noor)).at('transaction.status')).toBe('canceled');
  await world.reconcile(noor);
  expect((await world.orderOf(noor)).dueAt).toBeGreaterThan(Date.now());
  world.server.end(ref, 'paid');
  await world.reconcile(noor);
  expect([await notify(ref), await world.credits(noor), await world.breaches()]).toEqual([200, 50, []]);
});

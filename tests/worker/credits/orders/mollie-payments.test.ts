import { expect, test } from 'vitest';
import { aMember } from '../../../support/database/factories.ts';
import { startMollieServer, TEST_MOLLIE } from '../../../support/servers/mollie-server.ts';
import { paymentProviderFixture } from '../payment-provider-fixture.ts';

const fixture = paymentProviderFixture('mollie', TEST_MOLLIE, startMollieServer);
const PLAN = { pack: undefined, plan: 'premium-3', renews: true };
const notify = (ref: string) => fixture.notify(fixture.server.paymentNotice(ref));

test('a purchase is credited once Mollie reports it as paid, whatever else the notice claims', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor);
  expect(await fixture.notify({ body: `id=${ref}&status=paid`, signature: '' })).toBe(200);
  expect(await fixture.credits(noor)).toBe(0);
  fixture.server.setStatus(ref, 'paid');
  expect([await notify(ref), await notify(ref)]).toEqual([200, 200]);
  expect(await fixture.credits(noor)).toBe(50);
  expect(await fixture.brokenInvariants()).toEqual([]);
});

test('a notice with an unknown payment id changes nothing, and one with an invalid id is refused', async () => {
  expect([await notify('tr_unknown'), await notify('ord_1'), await notify('')]).toEqual([200, 400, 400]);
});

test('a notice that comes while Mollie is unreachable is answered 503, so that Mollie repeats it', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor);
  fixture.server.setStatus(ref, 'paid');
  fixture.server.fault = 500;
  expect(await notify(ref)).toBe(503);
  fixture.server.fault = null;
  expect(await notify(ref)).toBe(200);
  expect(await fixture.credits(noor)).toBe(50);
});

test('a plan’s subscription is created after its first payment, starts at the end of its span, and renews it', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, PLAN);
  const { customerId } = fixture.server.payment(ref);
  fixture.server.setStatus(ref, 'paid');
  await notify(ref);
  fixture.server.fault = 503;
  await fixture.sweep();
  expect(fixture.server.subscriptions(customerId)).toEqual([]);
  fixture.server.fault = null;
  await fixture.reconcile(noor);
  await fixture.reconcile(noor);
  const [first] = await fixture.spansOf(noor);
  const startDate = new Date(first?.untilAt ?? 0).toISOString().slice(0, 10);
  expect(fixture.server.subscriptions(customerId)).toMatchObject([{ id: first?.subscription, startDate, interval: '3 months' }]);
  const renewal = fixture.server.billNextPeriod(customerId);
  expect([await notify(renewal), await notify(renewal)]).toEqual([200, 200]);
  expect((await fixture.spansOf(noor))[1]).toMatchObject({ fromAt: first?.untilAt, renews: true, subscription: first?.subscription });
});

test('a canceled order can no longer be paid at Mollie, and the notice of that changes nothing', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor);
  expect((await fixture.cancelOrder(noor)).at('transaction.status')).toBe('canceled');
  expect([fixture.server.payment(ref).status, await notify(ref)]).toEqual(['canceled', 200]);
  expect(await fixture.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null, revision: 1 });
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
  expect([await notify(ref), await fixture.credits(noor), await fixture.brokenInvariants()]).toEqual([200, 50, []]);
});

import { expect } from 'vitest';
import { startMollieServer, TEST_MOLLIE } from '../../support/servers/mollie-server.ts';
import { paymentProviderFixture } from '../../worker/credits/payment-provider-fixture.ts';
import { orderScenes, type ProviderControls, paymentCalls } from './payment-calls.ts';
import { testFaults } from './payment-faults.ts';

const fixture = paymentProviderFixture('mollie', TEST_MOLLIE, startMollieServer);
const plan = { pack: undefined, plan: 'premium-1', renews: true };
const subscriptionsOf = (ref: string) => fixture.server.subscriptions(fixture.server.payment(ref).customerId);

const controls: ProviderControls = {
  plan,
  ordered: plan,
  requests: { order: 2, notice: 1, lettingGo: 4, withdrawal: 4, renewal: 2, stopping: 1 },
  pay: (ref) => fixture.server.setStatus(ref, 'paid'),
  notify: (named) => fixture.notify(fixture.server.paymentNotice(named)),
  renew: (ref) => fixture.server.billNextPeriod(fixture.server.payment(ref).customerId),
  isPayable: (ref) => fixture.server.payment(ref).status === 'open',
  refunds: (ref) => fixture.server.refunds(ref).filter(({ amount }) => amount.value === '9.99'),
  subscriptionStatus: (ref) => subscriptionsOf(ref)[0]?.status,
};

testFaults(
  fixture,
  [
    ...paymentCalls(fixture, controls),
    {
      name: 'opening a renewal',
      requests: 5,
      prepare: () => orderScenes(fixture, controls).settled(plan),
      run: ({ noor }) => fixture.reconcile(noor),
      repeat: ({ noor }) => fixture.reconcile(noor),
      expectDoneOnce: async ({ noor, ref }) => {
        const [span] = await fixture.spansOf(noor);
        const startDate = new Date(span?.untilAt ?? 0).toISOString().slice(0, 10);
        expect(subscriptionsOf(ref)).toMatchObject([{ id: span?.subscription, startDate, status: 'active' }]);
        expect((await fixture.orderOf(noor)).dueAt).toBeNull();
      },
    },
  ],
  4,
);

import { expect } from 'vitest';
import { startMollieServer, TEST_MOLLIE } from '../../support/servers/mollie-server.ts';
import { providerWorld } from '../../worker/credits/payment-provider-fixture.ts';
import { payingCalls, payingScenes, type Till } from './payment-calls.ts';
import { befallAll } from './payment-faults.ts';

const world = providerWorld('mollie', TEST_MOLLIE, startMollieServer);
const plan = { pack: undefined, plan: 'premium-1', renews: true };
const subscriptionsOf = (ref: string) => world.server.subscriptions(world.server.payment(ref).customerId);

const till: Till = {
  plan,
  ordered: plan,
  requests: { order: 2, notice: 1, lettingGo: 4, withdrawal: 4, renewal: 2, stopping: 1 },
  pay: (ref) => world.server.end(ref, 'paid'),
  notify: (named) => world.notify(world.server.notice(named)),
  renew: (ref) => world.server.renew(world.server.payment(ref).customerId),
  isPayable: (ref) => world.server.payment(ref).status === 'open',
  refunds: (ref) => world.server.refunds(ref).filter(({ amount }) => amount.value === '9.99'),
  subscriptionStatus: (ref) => subscriptionsOf(ref)[0]?.status,
};

befallAll(
  world,
  [
    ...payingCalls(world, till),
    {
      name: 'opening a renewal',
      requests: 5,
      prepare: () => payingScenes(world, till).settled(plan),
      act: ({ noor }) => world.reconcile(noor),
      again: ({ noor }) => world.reconcile(noor),
      holds: async ({ noor, ref }) => {
        const [span] = await world.spansOf(noor);
        const startDate = new Date(span?.untilAt ?? 0).toISOString().slice(0, 10);
        expect(subscriptionsOf(ref)).toMatchObject([{ id: span?.subscription, startDate, status: 'active' }]);
        expect((await world.orderOf(noor)).dueAt).toBeNull();
      },
    },
  ],
  4,
);

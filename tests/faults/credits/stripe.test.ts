import { expect } from 'vitest';
import { startStripeServer, TEST_STRIPE } from '../../support/servers/stripe-server.ts';
import { providerWorld } from '../../worker/credits/payment-provider-fixture.ts';
import { payingCalls, payingScenes, type Till } from './payment-calls.ts';
import { befallAll } from './payment-faults.ts';

const world = providerWorld('stripe', TEST_STRIPE, startStripeServer);
const plan = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };
const subscriptionOf = (ref: string) => world.server.get(world.server.get(ref).subscription);

const till: Till = {
  plan,
  ordered: {},
  requests: { order: 1, notice: 1, lettingGo: 3, withdrawal: 5, renewal: 4, stopping: 2 },
  pay: (ref) => world.server.pay(ref),
  notify: (named) => world.notify(world.server.notice(named.startsWith('in_') ? 'invoice.paid' : 'checkout.session.completed', named)),
  renew: (ref) => world.server.renew(ref),
  isPayable: (ref) => world.server.get(ref).status === 'open',
  refunds: (ref) => world.server.every('refund', { payment_intent: world.server.intentOf(ref), amount: 999 }),
  subscriptionStatus: (ref) => subscriptionOf(ref).status,
};

befallAll(
  world,
  [
    ...payingCalls(world, till),
    {
      name: 'a renewal that is opened later than its session ends',
      requests: 7,
      prepare: async () => {
        const scene = await payingScenes(world, till).settled({ ...plan, renews: false });
        await world.order(scene.noor, plan);
        const ref = String((await world.ordersOf(scene.noor))[1]?.providerRef);
        till.pay(ref);
        await till.notify(ref);
        return { ...scene, ref };
      },
      act: ({ noor }) => world.reconcile(noor),
      again: ({ noor }) => world.reconcile(noor),
      holds: async ({ noor, ref }) => {
        const [, span] = await world.spansOf(noor);
        expect(span).toMatchObject({ renews: true, subscription: subscriptionOf(ref).id });
        expect(subscriptionOf(ref).trial_end).toBe(Math.floor((span?.untilAt ?? 0) / 1000));
        expect((await world.ordersOf(noor)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
      },
    },
  ],
  4,
);

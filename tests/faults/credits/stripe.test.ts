import { expect } from 'vitest';
import { startStripeServer, TEST_STRIPE } from '../../support/servers/stripe-server.ts';
import { paymentProviderFixture } from '../../worker/credits/payment-provider-fixture.ts';
import { orderScenes, type ProviderControls, paymentCalls } from './payment-calls.ts';
import { testFaults } from './payment-faults.ts';

const fixture = paymentProviderFixture('stripe', TEST_STRIPE, startStripeServer);
const plan = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };
const subscriptionOf = (ref: string) => fixture.server.get(fixture.server.get(ref).subscription);

const controls: ProviderControls = {
  plan,
  ordered: {},
  requests: { order: 1, notice: 1, lettingGo: 3, withdrawal: 5, renewal: 4, stopping: 2 },
  pay: (ref) => fixture.server.pay(ref),
  notify: (named) =>
    fixture.notify(fixture.server.webhookRequest(named.startsWith('in_') ? 'invoice.paid' : 'checkout.session.completed', named)),
  renew: (ref) => fixture.server.renew(ref),
  isPayable: (ref) => fixture.server.get(ref).status === 'open',
  refunds: (ref) => fixture.server.every('refund', { payment_intent: fixture.server.intentOf(ref), amount: 999 }),
  subscriptionStatus: (ref) => subscriptionOf(ref).status,
};

testFaults(
  fixture,
  [
    ...paymentCalls(fixture, controls),
    {
      name: 'a renewal that is opened later than its session ends',
      requests: 7,
      prepare: async () => {
        const scene = await orderScenes(fixture, controls).settled({ ...plan, renews: false });
        await fixture.order(scene.noor, plan);
        const ref = String((await fixture.ordersOf(scene.noor))[1]?.providerRef);
        controls.pay(ref);
        await controls.notify(ref);
        return { ...scene, ref };
      },
      run: ({ noor }) => fixture.reconcile(noor),
      repeat: ({ noor }) => fixture.reconcile(noor),
      expectDoneOnce: async ({ noor, ref }) => {
        const [, span] = await fixture.spansOf(noor);
        expect(span).toMatchObject({ renews: true, subscription: subscriptionOf(ref).id });
        expect(subscriptionOf(ref).trial_end).toBe(Math.floor((span?.untilAt ?? 0) / 1000));
        expect((await fixture.ordersOf(noor)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
      },
    },
  ],
  4,
);

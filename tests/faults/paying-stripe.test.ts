import { expect } from 'vitest';
import { aMember, newId, type TestMember } from '../support/factories.ts';
import { startStripeServer, TEST_STRIPE } from '../support/stripe-server.ts';
import { providerWorld } from '../worker/provider-world.ts';
import { befallAll, type PayingCall } from './support/paying.ts';

const world = providerWorld('stripe', TEST_STRIPE, startStripeServer);
const DAY = 24 * 3600_000;
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };

interface Scene {
  readonly noor: TestMember;
  readonly nonce: string;
  /** The session, and the name that a notice is about. */
  readonly ref: string;
  readonly named: string;
}
const told = (type: string, id: string) => world.notify(world.server.notice(type, id));
const completed = ({ ref }: Scene) => told('checkout.session.completed', ref);
const subscriptionOf = ({ ref }: Scene) => world.server.get(world.server.get(ref).subscription);

async function aScene(body?: object): Promise<Scene> {
  const noor = await aMember(world.db);
  const ref = body ? await world.ref(noor, body) : '';
  return { noor, nonce: newId(), ref, named: ref };
}
async function paid(body: object): Promise<Scene> {
  const scene = await aScene(body);
  world.server.pay(scene.ref);
  return scene;
}
async function settled(body: object): Promise<Scene> {
  const scene = await paid(body);
  await completed(scene);
  return scene;
}
/** Premium of a renewal that its provider has opened. */
async function renewing(): Promise<Scene> {
  const scene = await settled(PLAN);
  await world.reconcile(scene.noor);
  return scene;
}

const CALLS: readonly PayingCall<Scene>[] = [
  {
    name: 'an order',
    requests: 1,
    prepare: () => aScene(),
    act: ({ noor, nonce }) => world.order(noor, { nonce }),
    again: ({ noor, nonce }) => world.order(noor, { nonce }),
    holds: async ({ noor }) => {
      const [order, ...more] = await world.ordersOf(noor);
      expect([order?.status, more]).toEqual(['open', []]);
      world.server.pay(String(order?.providerRef));
      await told('checkout.session.completed', String(order?.providerRef));
      expect(await world.credits(noor)).toBe(50);
    },
  },
  {
    name: 'a notice',
    requests: 1,
    prepare: () => paid({}),
    act: completed,
    again: completed,
    holds: async ({ noor }) => expect(await world.credits(noor)).toBe(50),
  },
  {
    name: 'a withdrawal',
    requests: 5,
    prepare: () => settled({}),
    act: async ({ noor }) => {
      await world.withdraw(noor);
      await world.isQuiet();
    },
    again: async ({ noor }) => {
      await world.withdraw(noor);
      await world.reconcile(noor);
    },
    holds: async ({ noor, ref }) => {
      expect(world.server.every('refund', { payment_intent: world.server.intentOf(ref) })).toMatchObject([{ amount: 999 }]);
      await world.reconcile(noor);
      expect(await world.orderOf(noor)).toMatchObject({ status: 'refunded', returnedAmount: 999, dueAt: null });
      expect(await world.credits(noor)).toBe(0);
    },
  },
  {
    name: 'a renewal that is opened later than its session ends',
    requests: 7,
    prepare: async () => {
      const scene = await settled({ ...PLAN, renews: false });
      await world.order(scene.noor, PLAN);
      const ref = String((await world.ordersOf(scene.noor))[1]?.providerRef);
      world.server.pay(ref);
      const second = { ...scene, ref };
      await completed(second);
      return second;
    },
    act: ({ noor }) => world.reconcile(noor),
    again: ({ noor }) => world.reconcile(noor),
    holds: async (scene) => {
      const [, span] = await world.spansOf(scene.noor);
      expect(span).toMatchObject({ renews: true, subscription: subscriptionOf(scene).id });
      expect(subscriptionOf(scene).trial_end).toBe(Math.floor((span?.untilAt ?? 0) / 1000));
      expect((await world.ordersOf(scene.noor)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
    },
  },
  {
    name: 'a notice of a renewal',
    requests: 4,
    prepare: async () => {
      const scene = await renewing();
      return { ...scene, named: world.server.renew(scene.ref) };
    },
    act: ({ named }) => told('invoice.paid', named),
    again: ({ named }) => told('invoice.paid', named),
    holds: async ({ noor, named }) => {
      expect(await world.ordersOf(noor)).toMatchObject([{ status: 'paid' }, { status: 'paid', providerRef: named }]);
      const [first, next, ...more] = await world.spansOf(noor);
      expect([next?.fromAt, more]).toEqual([first?.untilAt, []]);
    },
  },
  {
    name: 'stopping a renewal',
    requests: 2,
    prepare: renewing,
    act: async ({ noor }) => {
      await world.stopRenewal(noor);
      await world.isQuiet();
    },
    again: () => world.anHourLater(),
    holds: async (scene) => {
      expect(subscriptionOf(scene).status).toBe('canceled');
      const [span] = await world.spansOf(scene.noor);
      expect(span).toMatchObject({ renews: false, customer: null, state: 'active' });
      expect((span?.untilAt ?? 0) - Date.now()).toBeGreaterThan(27 * DAY);
    },
  },
];

befallAll(world, CALLS, 4);

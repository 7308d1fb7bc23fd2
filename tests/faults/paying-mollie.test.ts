import { expect } from 'vitest';
import { aMember, newId, type TestMember } from '../support/factories.ts';
import { startMollieServer, TEST_MOLLIE } from '../support/mollie-server.ts';
import { providerWorld } from '../worker/provider-world.ts';
import { befallAll, type PayingCall } from './support/paying.ts';

const world = providerWorld('mollie', TEST_MOLLIE, startMollieServer);
const PLAN = { pack: undefined, plan: 'premium-1', renews: true };

interface Scene {
  readonly noor: TestMember;
  readonly body: object;
  /** The payment, and the one that a notice is about. */
  readonly ref: string;
  readonly named: string;
}
const notify = (ref: string) => world.notify(world.server.notice(ref));
const customerOf = ({ ref }: Scene) => world.server.payment(ref).customerId;

async function aScene(body: object, isOrdered = true): Promise<Scene> {
  const noor = await aMember(world.db);
  const ref = isOrdered ? await world.ref(noor, body) : '';
  if (isOrdered) world.server.end(ref, 'paid');
  return { noor, body: { ...body, nonce: newId() }, ref, named: ref };
}
async function settled(body: object): Promise<Scene> {
  const scene = await aScene(body);
  await notify(scene.ref);
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
    name: 'an order that renews',
    requests: 2,
    prepare: () => aScene(PLAN, false),
    act: ({ noor, body }) => world.order(noor, body),
    again: ({ noor, body }) => world.order(noor, body),
    holds: async ({ noor }) => {
      const [order, ...more] = await world.ordersOf(noor);
      expect([order?.status, more]).toEqual(['open', []]);
      const ref = String(order?.providerRef);
      world.server.end(ref, 'paid');
      await notify(ref);
      expect(await world.isPremium(noor)).toBe(true);
    },
  },
  {
    name: 'a notice',
    requests: 1,
    prepare: () => aScene({}),
    act: ({ ref }) => notify(ref),
    again: ({ ref }) => notify(ref),
    holds: async ({ noor }) => expect(await world.credits(noor)).toBe(50),
  },
  {
    name: 'a withdrawal',
    requests: 4,
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
      expect(world.server.refunds(ref)).toMatchObject([{ amount: { value: '9.99' } }]);
      await world.reconcile(noor);
      expect(await world.orderOf(noor)).toMatchObject({ status: 'refunded', returnedAmount: 999, dueAt: null });
      expect(await world.credits(noor)).toBe(0);
    },
  },
  {
    name: 'opening a renewal',
    requests: 5,
    prepare: () => settled(PLAN),
    act: ({ noor }) => world.reconcile(noor),
    again: ({ noor }) => world.reconcile(noor),
    holds: async (scene) => {
      const [span] = await world.spansOf(scene.noor);
      const startDate = new Date(span?.untilAt ?? 0).toISOString().slice(0, 10);
      expect(world.server.subscriptions(customerOf(scene))).toMatchObject([{ id: span?.subscription, startDate, status: 'active' }]);
      expect((await world.orderOf(scene.noor)).dueAt).toBeNull();
    },
  },
  {
    name: 'a notice of a renewal',
    requests: 2,
    prepare: async () => {
      const scene = await renewing();
      return { ...scene, named: world.server.renew(customerOf(scene)) };
    },
    act: ({ named }) => notify(named),
    again: ({ named }) => notify(named),
    holds: async ({ noor, named }) => {
      expect(await world.ordersOf(noor)).toMatchObject([{ status: 'paid' }, { status: 'paid', providerRef: named }]);
      const [first, next, ...more] = await world.spansOf(noor);
      expect([next?.fromAt, more]).toEqual([first?.untilAt, []]);
    },
  },
  {
    name: 'stopping a renewal',
    requests: 1,
    prepare: renewing,
    act: async ({ noor }) => {
      await world.stopRenewal(noor);
      await world.isQuiet();
    },
    again: () => world.anHourLater(),
    holds: async (scene) => {
      expect(world.server.subscriptions(customerOf(scene))).toMatchObject([{ status: 'canceled' }]);
      expect(await world.spansOf(scene.noor)).toMatchObject([{ renews: false, customer: null, state: 'active' }]);
    },
  },
];

befallAll(world, CALLS, 4);

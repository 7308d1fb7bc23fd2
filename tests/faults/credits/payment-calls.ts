import { expect } from 'vitest';
import { discountUses } from '#db/schema/index';
import { aCode, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import type { PaymentServer } from '../../support/servers/payment-server.ts';
import type { PayingCall, PayingWorld } from './payment-faults.ts';

/** A member with what they ordered, and the name that a notice is about. */
export interface Scene {
  readonly noor: TestMember;
  readonly body: object;
  readonly ref: string;
  readonly named: string;
}

/** What is asked of a provider's fake in its own words, and in how many requests the site does the same with each. */
export interface Till {
  /** What is ordered where a renewal is to be opened, and where none need be. */
  readonly plan: object;
  readonly ordered: object;
  readonly requests: Readonly<Record<'order' | 'notice' | 'lettingGo' | 'withdrawal' | 'renewal' | 'stopping', number>>;
  pay(ref: string): void;
  notify(named: string): Promise<number>;
  /** The next span is billed; gives what names that. */
  renew(ref: string): string;
  /** What a payment's page, its refunds and its subscription are there. */
  isPayable(ref: string): boolean;
  refunds(ref: string): readonly unknown[];
  subscriptionStatus(ref: string): unknown;
}

const DAY = 24 * 3600_000;

/** Scenes that calls begin with. */
export function payingScenes<T extends PaymentServer>(world: PayingWorld<T>, till: Till) {
  const ordered = async (body: object): Promise<Scene> => {
    const noor = await aMember(world.db);
    const ref = await world.ref(noor, body);
    return { noor, body, ref, named: ref };
  };
  const paid = async (body: object): Promise<Scene> => {
    const scene = await ordered(body);
    till.pay(scene.ref);
    return scene;
  };
  const settled = async (body: object): Promise<Scene> => {
    const scene = await paid(body);
    await till.notify(scene.ref);
    return scene;
  };
  return {
    ordered,
    paid,
    settled,
    /** Premium of a renewal that its provider has opened. */
    renewing: async (): Promise<Scene> => {
      const scene = await settled(till.plan);
      await world.reconcile(scene.noor);
      return scene;
    },
  };
}

/** What a site asks of any provider. */
export function payingCalls<T extends PaymentServer>(world: PayingWorld<T>, till: Till): readonly PayingCall<Scene>[] {
  const { ordered, paid, settled, renewing } = payingScenes(world, till);
  const { requests, notify } = till;
  return [
    {
      name: 'an order',
      requests: requests.order,
      prepare: async () => ({ noor: await aMember(world.db), body: { ...till.ordered, nonce: newId() }, ref: '', named: '' }),
      act: ({ noor, body }) => world.order(noor, body),
      again: ({ noor, body }) => world.order(noor, body),
      holds: async ({ noor }) => {
        const [order, ...more] = await world.ordersOf(noor);
        expect([order?.status, more]).toEqual(['open', []]);
        till.pay(String(order?.providerRef));
        await notify(String(order?.providerRef));
        expect((await world.orderOf(noor)).status).toBe('paid');
      },
    },
    {
      name: 'a notice',
      requests: requests.notice,
      prepare: () => paid({}),
      act: ({ named }) => notify(named),
      again: ({ named }) => notify(named),
      holds: async ({ noor }) => expect(await world.credits(noor)).toBe(50),
    },
    {
      name: 'letting an order go',
      requests: requests.lettingGo,
      prepare: async () => ordered({ discount_code: await aCode(world.db) }),
      act: ({ noor }) => world.letGo(noor),
      again: async ({ noor }) => {
        await world.letGo(noor);
        await world.reconcile(noor);
      },
      holds: async ({ noor, ref }) => {
        expect(till.isPayable(ref)).toBe(false);
        await notify(ref);
        const { id, status, dueAt } = await world.orderOf(noor);
        // Where its answer was lost the provider's own word for that end may be the first.
        expect([/^(canceled|expired)$/.test(status), dueAt, await world.credits(noor)]).toEqual([true, null, 0]);
        expect((await world.db.select().from(discountUses)).filter(({ orderId }) => orderId === id)).toMatchObject([{ state: 'returned' }]);
      },
    },
    {
      name: 'a withdrawal',
      requests: requests.withdrawal,
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
        expect(till.refunds(ref)).toHaveLength(1);
        await world.reconcile(noor);
        expect(await world.orderOf(noor)).toMatchObject({ status: 'refunded', returnedAmount: 999, dueAt: null });
        expect(await world.credits(noor)).toBe(0);
      },
    },
    {
      name: 'a notice of a renewal',
      requests: requests.renewal,
      prepare: async () => {
        const scene = await renewing();
        return { ...scene, named: till.renew(scene.ref) };
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
      requests: requests.stopping,
      prepare: renewing,
      act: async ({ noor }) => {
        await world.stopRenewal(noor);
        await world.isQuiet();
      },
      again: () => world.anHourLater(),
      holds: async ({ noor, ref }) => {
        expect(till.subscriptionStatus(ref)).toBe('canceled');
        const [span] = await world.spansOf(noor);
        expect(span).toMatchObject({ renews: false, customer: null, state: 'active' });
        expect((span?.untilAt ?? 0) - Date.now()).toBeGreaterThan(27 * DAY);
      },
    },
  ];
}

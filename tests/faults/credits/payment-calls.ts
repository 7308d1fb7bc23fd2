import { expect } from 'vitest';
import { discountUses } from '#db/schema/index';
import { aDiscountCode, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import type { PaymentServer } from '../../support/servers/payment-server.ts';
import type { PayingFixture, PaymentCall } from './payment-faults.ts';

/** A member with an order. `ref` is the provider's id of the payment, `named` the id that a payment notice is about. */
export interface OrderScene {
  readonly noor: TestMember;
  readonly body: object;
  readonly ref: string;
  readonly noticeId: string;
}

/** The operations that differ by payment provider, and the number of requests that the site makes to it. */
export interface ProviderControls {
  /** The body of an order with a renewal, and of one without. */
  readonly plan: object;
  readonly ordered: object;
  readonly requests: Readonly<Record<'order' | 'notice' | 'lettingGo' | 'withdrawal' | 'renewal' | 'stopping', number>>;
  pay(ref: string): void;
  notify(named: string): Promise<number>;
  /** Bills the next period; returns the id for its payment notice. */
  renew(ref: string): string;
  /** Whether the payment page can still be used, and below it the refunds and the status of the subscription. */
  isPayable(ref: string): boolean;
  refunds(ref: string): readonly unknown[];
  subscriptionStatus(ref: string): unknown;
}

const DAY = 24 * 3600_000;

/** The states in which the calls below start. */
export function orderScenes<T extends PaymentServer>(fixture: PayingFixture<T>, till: ProviderControls) {
  const ordered = async (body: object): Promise<OrderScene> => {
    const noor = await aMember(fixture.db);
    const ref = await fixture.orderAndGetRef(noor, body);
    return { noor, body, ref, noticeId: ref };
  };
  const paid = async (body: object): Promise<OrderScene> => {
    const scene = await ordered(body);
    till.pay(scene.ref);
    return scene;
  };
  const settled = async (body: object): Promise<OrderScene> => {
    const scene = await paid(body);
    await till.notify(scene.ref);
    return scene;
  };
  return {
    ordered,
    paid,
    settled,
    /** Premium with a subscription at the provider. */
    renewing: async (): Promise<OrderScene> => {
      const scene = await settled(till.plan);
      await fixture.reconcile(scene.noor);
      return scene;
    },
  };
}

/** The calls to a payment provider that are tested with faults. */
export function paymentCalls<T extends PaymentServer>(
  fixture: PayingFixture<T>,
  till: ProviderControls,
): readonly PaymentCall<OrderScene>[] {
  const { ordered, paid, settled, renewing } = orderScenes(fixture, till);
  const { requests, notify } = till;
  return [
    {
      name: 'an order',
      requests: requests.order,
      prepare: async () => ({ noor: await aMember(fixture.db), body: { ...till.ordered, nonce: newId() }, ref: '', noticeId: '' }),
      run: ({ noor, body }) => fixture.order(noor, body),
      repeat: ({ noor, body }) => fixture.order(noor, body),
      expectDoneOnce: async ({ noor }) => {
        const [order, ...more] = await fixture.ordersOf(noor);
        expect([order?.status, more]).toEqual(['open', []]);
        till.pay(String(order?.providerRef));
        await notify(String(order?.providerRef));
        expect((await fixture.orderOf(noor)).status).toBe('paid');
      },
    },
    {
      name: 'a notice',
      requests: requests.notice,
      prepare: () => paid({}),
      run: ({ noticeId }) => notify(noticeId),
      repeat: ({ noticeId }) => notify(noticeId),
      expectDoneOnce: async ({ noor }) => expect(await fixture.credits(noor)).toBe(50),
    },
    {
      name: 'letting an order go',
      requests: requests.lettingGo,
      prepare: async () => ordered({ discount_code: await aDiscountCode(fixture.db) }),
      run: ({ noor }) => fixture.cancelOrder(noor),
      repeat: async ({ noor }) => {
        await fixture.cancelOrder(noor);
        await fixture.reconcile(noor);
      },
      expectDoneOnce: async ({ noor, ref }) => {
        expect(till.isPayable(ref)).toBe(false);
        await notify(ref);
        const { id, status, dueAt } = await fixture.orderOf(noor);
        // If the answer was lost, the status of the provider may be stored first.
        expect([/^(canceled|expired)$/.test(status), dueAt, await fixture.credits(noor)]).toEqual([true, null, 0]);
        expect((await fixture.db.select().from(discountUses)).filter(({ orderId }) => orderId === id)).toMatchObject([
          { state: 'returned' },
        ]);
      },
    },
    {
      name: 'a withdrawal',
      requests: requests.withdrawal,
      prepare: () => settled({}),
      run: async ({ noor }) => {
        await fixture.withdraw(noor);
        await fixture.untilNoRequestPending();
      },
      repeat: async ({ noor }) => {
        await fixture.withdraw(noor);
        await fixture.reconcile(noor);
      },
      expectDoneOnce: async ({ noor, ref }) => {
        expect(till.refunds(ref)).toHaveLength(1);
        await fixture.reconcile(noor);
        expect(await fixture.orderOf(noor)).toMatchObject({ status: 'refunded', returnedAmount: 999, dueAt: null });
        expect(await fixture.credits(noor)).toBe(0);
      },
    },
    {
      name: 'a notice of a renewal',
      requests: requests.renewal,
      prepare: async () => {
        const scene = await renewing();
        return { ...scene, noticeId: till.renew(scene.ref) };
      },
      run: ({ noticeId }) => notify(noticeId),
      repeat: ({ noticeId }) => notify(noticeId),
      expectDoneOnce: async ({ noor, noticeId }) => {
        expect(await fixture.ordersOf(noor)).toMatchObject([{ status: 'paid' }, { status: 'paid', providerRef: noticeId }]);
        const [first, next, ...more] = await fixture.spansOf(noor);
        expect([next?.fromAt, more]).toEqual([first?.untilAt, []]);
      },
    },
    {
      name: 'stopping a renewal',
      requests: requests.stopping,
      prepare: renewing,
      run: async ({ noor }) => {
        await fixture.stopRenewal(noor);
        await fixture.untilNoRequestPending();
      },
      repeat: () => fixture.sweepWithHourlyTask(),
      expectDoneOnce: async ({ noor, ref }) => {
        expect(till.subscriptionStatus(ref)).toBe('canceled');
        const [span] = await fixture.spansOf(noor);
        expect(span).toMatchObject({ renews: false, customer: null, state: 'active' });
        expect((span?.untilAt ?? 0) - Date.now()).toBeGreaterThan(27 * DAY);
      },
    },
  ];
}

import { expect } from 'vitest';
import { DAY } from '#contract/durations';
import { discountUses } from '#db/schema/index';
import { aDiscountCode, aMember, newId, type TestMember } from '../../support/database/factories.ts';
import type { PaymentDriver } from '../../support/servers/payment-driver.ts';
import type { PayingFixture, PaymentCall } from './payment-faults.ts';

/** A member with an order. `ref` is the provider's id of the payment, `webhookId` the name that a webhook is about. */
export interface OrderScene {
  readonly noor: TestMember;
  readonly body: object;
  readonly ref: string;
  readonly webhookId: string;
}

/** The number of requests that the site makes to a provider for each call, without a fault. */
export type RequestCounts = Readonly<
  Record<'order' | 'webhook' | 'cancellation' | 'withdrawal' | 'renewal' | 'laterRenewal' | 'stopping', number>
>;

const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };

/** The states in which the calls below start. */
function orderScenes(fixture: PayingFixture) {
  const ordered = async (body: object): Promise<OrderScene> => {
    const noor = await aMember(fixture.db);
    const ref = await fixture.orderAndGetRef(noor, body);
    return { noor, body, ref, webhookId: ref };
  };
  const paid = async (body: object): Promise<OrderScene> => {
    const scene = await ordered(body);
    fixture.account.pay(scene.ref);
    return scene;
  };
  const settled = async (body: object): Promise<OrderScene> => {
    const scene = await paid(body);
    await fixture.notifyOf(scene.ref);
    return scene;
  };
  return {
    ordered,
    paid,
    settled,
    /** Premium with a subscription at the provider. */
    renewing: async (): Promise<OrderScene> => {
      const scene = await settled(PLAN);
      await fixture.reconcile(scene.noor);
      return scene;
    },
    /** A plan that renews, bought while another runs, whose subscription the site has not seen to yet. */
    boughtAhead: async (): Promise<OrderScene> => {
      const scene = await settled({ ...PLAN, renews: false });
      await fixture.order(scene.noor, PLAN);
      const ref = String((await fixture.ordersOf(scene.noor))[1]?.providerRef);
      fixture.account.pay(ref);
      await fixture.notifyOf(ref);
      return { ...scene, ref };
    },
  };
}

/** Withdraws from an order. Resolves when the refund, which the site requests after its answer, is counted or has failed. */
async function withdrawAndRefund(fixture: PayingFixture, noor: TestMember): Promise<void> {
  const { id } = await fixture.orderOf(noor);
  await fixture.withdraw(noor);
  const hasFailed = async () => (await fixture.log()).includes(`"at":"withdrawal","order":"${id}"`);
  await expect.poll(async () => (await fixture.orderOf(noor)).returnedAmount > 0 || (await hasFailed())).toBe(true);
}

/** Stops a renewal. Resolves when the subscription, which the site ends after its answer, is ended or that has failed. */
async function stopAndEndSubscription(fixture: PayingFixture, noor: TestMember): Promise<void> {
  const failures = async () => (await fixture.log()).split('"at":"end_subscription"').length;
  const before = await failures();
  await fixture.stopRenewal(noor);
  await expect.poll(async () => (await fixture.spansOf(noor))[0]?.customer === null || (await failures()) > before).toBe(true);
}

/** The calls to a payment provider that are tested with faults. */
export function paymentCalls(
  fixture: PayingFixture,
  { startUnitMs }: PaymentDriver,
  requests: RequestCounts,
): readonly PaymentCall<OrderScene>[] {
  const { ordered, paid, settled, renewing, boughtAhead } = orderScenes(fixture);
  const { notifyOf } = fixture;
  return [
    {
      name: 'an order',
      requests: requests.order,
      prepare: async () => ({ noor: await aMember(fixture.db), body: { ...PLAN, nonce: newId() }, ref: '', webhookId: '' }),
      run: ({ noor, body }) => fixture.order(noor, body),
      repeat: ({ noor, body }) => fixture.order(noor, body),
      expectDoneOnce: async ({ noor }) => {
        const [order, ...more] = await fixture.ordersOf(noor);
        expect([order?.status, more]).toEqual(['open', []]);
        fixture.account.pay(String(order?.providerRef));
        await notifyOf(String(order?.providerRef));
        expect((await fixture.orderOf(noor)).status).toBe('paid');
      },
    },
    {
      name: 'a webhook',
      requests: requests.webhook,
      prepare: () => paid({}),
      run: ({ webhookId }) => notifyOf(webhookId),
      repeat: ({ webhookId }) => notifyOf(webhookId),
      expectDoneOnce: async ({ noor }) => expect(await fixture.credits(noor)).toBe(50),
    },
    {
      name: 'canceling an order',
      requests: requests.cancellation,
      prepare: async () => ordered({ discount_code: await aDiscountCode(fixture.db) }),
      run: ({ noor }) => fixture.cancelOrder(noor),
      repeat: async ({ noor }) => {
        await fixture.cancelOrder(noor);
        await fixture.reconcile(noor);
      },
      expectDoneOnce: async ({ noor, ref }) => {
        expect(fixture.account.isPayable(ref)).toBe(false);
        await notifyOf(ref);
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
      run: ({ noor }) => withdrawAndRefund(fixture, noor),
      repeat: async ({ noor }) => {
        await fixture.withdraw(noor);
        await fixture.reconcile(noor);
      },
      expectDoneOnce: async ({ noor, ref }) => {
        expect(fixture.account.refundsOf(ref)).toEqual([999]);
        await fixture.reconcile(noor);
        expect(await fixture.orderOf(noor)).toMatchObject({ status: 'refunded', returnedAmount: 999, dueAt: null });
        expect(await fixture.credits(noor)).toBe(0);
      },
    },
    {
      name: 'a webhook of a renewal',
      requests: requests.renewal,
      prepare: async () => {
        const scene = await renewing();
        return { ...scene, webhookId: fixture.account.renew(scene.ref) };
      },
      run: ({ webhookId }) => notifyOf(webhookId),
      repeat: ({ webhookId }) => notifyOf(webhookId),
      expectDoneOnce: async ({ noor, webhookId }) => {
        expect(await fixture.ordersOf(noor)).toMatchObject([{ status: 'paid' }, { status: 'paid', providerRef: webhookId }]);
        const [first, next, ...more] = await fixture.spansOf(noor);
        expect([next?.fromAt, more]).toEqual([first?.untilAt, []]);
      },
    },
    {
      name: 'stopping a renewal',
      requests: requests.stopping,
      prepare: renewing,
      run: ({ noor }) => stopAndEndSubscription(fixture, noor),
      repeat: () => fixture.sweepWithHourlyTask(),
      expectDoneOnce: async ({ noor, ref }) => {
        expect(fixture.account.subscriptionOf(ref)?.status).toBe('canceled');
        const [span] = await fixture.spansOf(noor);
        expect(span).toMatchObject({ renews: false, customer: null, state: 'active' });
        expect((span?.untilAt ?? 0) - Date.now()).toBeGreaterThan(27 * DAY);
      },
    },
    {
      name: 'opening a renewal after another plan',
      requests: requests.laterRenewal,
      prepare: boughtAhead,
      run: ({ noor }) => fixture.reconcile(noor),
      repeat: ({ noor }) => fixture.reconcile(noor),
      expectDoneOnce: async ({ noor, ref }) => {
        const [, span] = await fixture.spansOf(noor);
        const untilAt = span?.untilAt ?? 0;
        const billedAt = untilAt - (untilAt % startUnitMs);
        expect(fixture.account.subscriptionOf(ref)).toMatchObject({ ref: span?.subscription, billedAt, status: 'active' });
        expect(span?.renews).toBe(true);
        expect((await fixture.ordersOf(noor)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
      },
    },
  ];
}

import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations';
import { batch } from '#db/client';
import { grantPlan } from '#db/queries/credits/entitlements';
import { mailsTo } from '#db/queries/shared/mail-queue';
import { attempts, entitlements, mails } from '#db/schema/index';
import { aDiscountCode, aMember, newId, PASSWORD, type TestMember } from '../../../support/database/factories.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };

const spansOf = ({ id }: { id: string }) =>
  fixture.db.select().from(entitlements).where(eq(entitlements.memberId, id)).orderBy(asc(entitlements.fromAt));
const spanOf = async (who: { id: string }) => {
  const [span] = await spansOf(who);
  if (!span) throw new Error('the member has no premium');
  return span;
};
const mailsOf = async ({ id }: { id: string }) =>
  (await fixture.db.select().from(mails).where(eq(mails.memberId, id))).map(({ kind }) => kind);
const stopRenewal = (who: TestMember) => fixture.as(who).delete('/api/premium.php');
/** Runs the scheduled handler including its hourly task. */
async function sweepWithHourlyTask() {
  await fixture.db.delete(attempts);
  expect(await fixture.worker.scheduled()).toBe('ok');
}
/** Moves the premium span of a member into the past, so that it ended `ago` ms ago. */
const endSpan = async (who: { id: string }, ago: number) => {
  const { id } = await spanOf(who);
  const now = Date.now();
  await fixture.db
    .update(entitlements)
    .set({ fromAt: now - ago - 30 * DAY, untilAt: now - ago })
    .where(eq(entitlements.id, id));
  await fixture.db.$client.execute({ sql: 'update members set premium_until = ? where id = ?', args: [now - ago, who.id] });
};
/** A member whose premium renews by a subscription at the provider. */
async function aSubscriber() {
  const noor = await aMember(fixture.db);
  const order = await fixture.buy(noor, PLAN);
  expect(await spanOf(noor)).toMatchObject({ renews: true, subscription: expect.any(String), customer: expect.any(String) });
  return { noor, order };
}
const untilProviderConfirms = (who: { id: string }) => expect.poll(async () => (await spanOf(who)).customer).toBeNull();

describe('a plan that renews', () => {
  test('is shown with its date and discounted price, though a plan that does not renew comes after it', async () => {
    const noor = await aMember(fixture.db);
    await fixture.buy(noor, { ...PLAN, discount_code: await aDiscountCode(fixture.db) });
    const [first] = await spansOf(noor);
    await fixture.buy(noor, { ...PLAN, plan: 'premium-3', renews: false });
    const shop = await fixture.shop(noor);
    const at = new Date(first?.untilAt ?? 0).toISOString();
    expect(shop.at('renewal')).toEqual({ at, price: { amount: (await fixture.ordersOf(noor))[0]?.amount, currency: 'EUR' } });
    expect([shop.at('premium.renews'), shop.at('premium.plan')]).toEqual([true, 'premium-3']);
    await stopRenewal(noor);
    expect([(await fixture.shop(noor)).at('renewal'), (await fixture.shop(noor)).at('premium.renews')]).toEqual([null, false]);
  });

  test('cannot be bought beside another that renews, and of two that were ordered at once only one renews', async () => {
    const noor = await aMember(fixture.db);
    const [one, other] = [await fixture.order(noor, PLAN), await fixture.order(noor, PLAN)];
    for (const id of [one, other]) await fixture.press(id, 'paid');
    expect((await spansOf(noor)).map(({ renews }) => renews)).toEqual([true, false]);
    expect(answerSummary(await fixture.post(noor, PLAN))).toBe('422 invalid renews:not_allowed');
    expect((await fixture.shop(noor)).at('plans.0.can_renew')).toBe(false);
    await stopRenewal(noor);
    expect((await fixture.post(noor, PLAN)).status).toBe(201);
  });

  test('is shown, and can be stopped, while its renewal payment is pending', async () => {
    const { noor } = await aSubscriber();
    await endSpan(noor, 2 * DAY);
    const shop = await fixture.shop(noor);
    expect([shop.at('premium'), shop.at('renewal.price.amount')]).toEqual([null, 2499]);
    await stopRenewal(noor);
    expect((await fixture.shop(noor)).at('renewal')).toBeNull();
  });
});

describe('stopping the renewal', () => {
  test('leaves what is paid for, is done at the provider, and is 204 every time', async () => {
    const { noor } = await aSubscriber();
    const before = (await fixture.shop(noor)).at('premium');
    expect((await stopRenewal(noor)).status).toBe(204);
    expect((await fixture.shop(noor)).at('premium')).toEqual({ ...Object(before), renews: false });
    await untilProviderConfirms(noor);
    expect([(await stopRenewal(noor)).status, (await stopRenewal(await aMember(fixture.db))).status]).toEqual([204, 204]);
    expect((await fixture.as(noor).get('/api/user.php')).at('user.paid_user')).toBe(true);
  });

  test('takes effect here while the provider is unreachable, which is asked again until it confirms', async () => {
    const { noor } = await aSubscriber();
    await fixture.mood('away');
    expect((await stopRenewal(noor)).status).toBe(204);
    await sweepWithHourlyTask();
    expect(await spanOf(noor)).toMatchObject({ renews: false, customer: expect.any(String) });
    await fixture.mood('there');
    await sweepWithHourlyTask();
    expect(await spanOf(noor)).toMatchObject({ renews: false, customer: null, subscription: expect.any(String) });
  });

  test('cannot be done for anybody else, and affects nobody else', async () => {
    const [{ noor }, { noor: bas }] = [await aSubscriber(), await aSubscriber()];
    await stopRenewal(bas);
    expect((await spanOf(noor)).renews).toBe(true);
    expect((await fixture.visitor.delete('/api/premium.php')).at('error.code')).toBe('signed_out');
  });
});

describe('an account that is deleted or banned', () => {
  test('is deleted whether or not the provider can be reached, and its renewal ends there, too', async () => {
    const { noor } = await aSubscriber();
    await fixture.mood('away');
    expect((await fixture.as(noor).delete('/api/user.php', { password: PASSWORD })).status).toBe(204);
    expect((await spanOf(noor)).renews).toBe(false);
    await fixture.mood('there');
    await sweepWithHourlyTask();
    expect((await spanOf(noor)).customer).toBeNull();
  });

  test('does not renew again when it is restored', async () => {
    const { noor } = await aSubscriber();
    await fixture.as(noor).delete('/api/user.php', { password: PASSWORD });
    const [mail] = await mailsTo(fixture.db, noor.email);
    const token = /account-deleted\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await fixture.visitor.post('/api/undelete.php', { token })).status).toBe(204);
    expect(await spanOf(noor)).toMatchObject({ renews: false, state: 'active' });
  });

  test('starts no renewal with an order that is paid after the deletion', async () => {
    const noor = await aMember(fixture.db);
    const order = await fixture.order(noor, PLAN);
    await fixture.as(noor).delete('/api/user.php', { password: PASSWORD });
    await fixture.press(order, 'paid');
    expect((await spanOf(noor)).renews).toBe(false);
    await sweepWithHourlyTask();
    expect((await spanOf(noor)).customer).toBeNull();
  });

  test('renews nothing while it is banned', async () => {
    const { noor } = await aSubscriber();
    await fixture.ban(noor);
    await sweepWithHourlyTask();
    expect(await spanOf(noor)).toMatchObject({ renews: false, customer: null });
  });
});

describe('a span that is over', () => {
  test('ends with the premium, without a notification where no renewal was wanted', async () => {
    const noor = await aMember(fixture.db);
    await fixture.buy(noor, { ...PLAN, renews: false });
    await endSpan(noor, 1000);
    await fixture.worker.scheduled();
    expect((await spanOf(noor)).state).toBe('ended');
    expect((await fixture.as(noor).get('/api/user.php')).at('user')).toMatchObject({ paid_user: true, premium_until: null });
    expect([await fixture.accountNotificationsOf(noor), await mailsOf(noor)]).toEqual([[], []]);
  });

  test('and was renewed is notified once, in the list and by mail, however often it is checked', async () => {
    const { noor } = await aSubscriber();
    await endSpan(noor, 1000);
    const { subscription, customer } = await spanOf(noor);
    const next = {
      id: newId(),
      memberId: noor.id,
      orderId: await fixture.order(noor, { ...PLAN, renews: false }),
      planId: 'premium-1',
      months: 1,
      now: Date.now(),
    };
    const ref = { ref: String(subscription), customer: String(customer) };
    await batch(fixture.db, grantPlan(fixture.db, { ...next, renews: true, isPurchase: false, provider: 'test', subscription: ref }));
    await Promise.all([fixture.worker.scheduled(), fixture.worker.scheduled()]);
    await fixture.worker.scheduled();
    await sweepWithHourlyTask();
    expect((await spansOf(noor)).map(({ state, renews }) => [state, renews])).toEqual([
      ['ended', true],
      ['active', true],
    ]);
    expect(await spanOf(noor)).toMatchObject({ customer });
    expect([await fixture.accountNotificationsOf(noor), await mailsOf(noor)]).toEqual([['premium_renewed'], ['premium_renewed']]);
    const [mail] = await mailsTo(fixture.db, noor.email);
    expect(mail?.text).toContain(`/transactions/${next.orderId}`);
    expect((await fixture.as(noor).get('/api/user.php')).at('user.paid_user')).toBe(true);
  });

  test('and whose renewal has not come waits for it a week without premium; then the renewal ends, and the member is notified', async () => {
    const { noor } = await aSubscriber();
    await endSpan(noor, 6 * DAY);
    await sweepWithHourlyTask();
    expect(await spanOf(noor)).toMatchObject({ state: 'active', renews: true });
    expect((await fixture.shop(noor)).at('premium')).toBeNull();
    await endSpan(noor, 8 * DAY);
    await sweepWithHourlyTask();
    expect(await spanOf(noor)).toMatchObject({ state: 'ended', renews: false, customer: null });
    expect([await fixture.accountNotificationsOf(noor), await mailsOf(noor)]).toEqual([['premium_not_renewed'], ['premium_not_renewed']]);
    const list = await fixture.as(noor).get('/api/notifications.php');
    expect(list.at('items.0')).toMatchObject({ kind: 'account', event: 'premium_not_renewed', url: '/premium' });
  });

  test('of another member, or one that still runs, stays as it is', async () => {
    const { noor } = await aSubscriber();
    await sweepWithHourlyTask();
    expect(await spanOf(noor)).toMatchObject({ state: 'active', renews: true, customer: expect.any(String) });
  });
});

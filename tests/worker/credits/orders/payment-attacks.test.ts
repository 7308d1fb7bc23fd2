import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY, HOUR } from '#contract/durations';
import { memberById } from '#db/queries/account/members';
import { mailsTo } from '#db/queries/shared/mail-queue';
import { discounts, entitlements, mails, members, orders } from '#db/schema/index';
import { aConversation, aMember, newId, PASSWORD, type TestMember } from '../../../support/database/factories.ts';
import { avoidWindowEnd } from '../../../support/timing/rate-limit-window.ts';
import { answerSummary, paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };
const inParallel = <T>(count: number, act: (i: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, i) => act(i)));
const withdraw = (who: TestMember, id: string) => fixture.as(who).post('/api/withdrawal.php', { transaction: id });
const spanOf = async (id: string) => (await fixture.db.select().from(entitlements).where(eq(entitlements.orderId, id)))[0];
const mailsOf = async ({ id }: { id: string }) => fixture.db.select().from(mails).where(eq(mails.memberId, id));

describe('all at once', () => {
  test('fifty messages, four withdrawals, a refund and its webhooks spend no credit and return no cent twice', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    const others = await inParallel(50, () => aMember(fixture.db));
    const places = await Promise.all(others.map((other) => aConversation(fixture.db, noor.id, other.id)));
    const send = (i: number) => {
      const message = { client_id: newId(), text: `Hello to number ${i}` };
      return fixture.as(noor).post('/api/chat.php', { conversation: { id: places[i] }, message });
    };
    const [sent] = await Promise.all([
      inParallel(50, send),
      inParallel(4, () => withdraw(noor, id)),
      fixture.press(id, 'half_refunded'),
      inParallel(3, () => fixture.notify(`test_${id}`)),
      fixture.reconcile(id),
    ]);
    await fixture.reconcile(id);
    const row = await fixture.rowOf(id);
    const spent = sent.filter(({ status }) => status === 201).length;
    expect(Number(await fixture.credits(noor)) - (await fixture.owed(noor))).toBe(50 - spent - row.takenCredits);
    expect(row.returnedAmount).toBeGreaterThanOrEqual(row.withdrawnAmount);
    expect(row.returnedAmount).toBeLessThanOrEqual(row.amount);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('the webhook, the page that waits, the reconciler and a second webhook grant once', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.press(id, 'unsaid');
    await Promise.all([
      fixture.notify(`test_${id}`),
      fixture.transaction(noor, id),
      fixture.transaction(null, id),
      fixture.reconcile(id),
      fixture.notify(`test_${id}`),
    ]);
    expect([await fixture.orderLedgerLinesOf(noor), await fixture.credits(noor)]).toEqual([['purchase 50'], 50]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('one nonce from two tabs with two contents is one order, and the other is refused', async () => {
    const noor = await aMember(fixture.db);
    const nonce = newId();
    const answers = await inParallel(12, (i) => fixture.post(noor, { nonce, pack: i % 2 ? 'pack-20' : 'pack-300' }));
    expect(new Set(answers.map(answerSummary))).toEqual(new Set(['201', '409 conflict']));
    expect(await fixture.ordersOf(noor)).toHaveLength(1);
  });

  test('a plan that is withdrawn from, charged back and stopped gives its money back once, and no premium', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor, PLAN);
    await Promise.all([
      withdraw(noor, id),
      fixture.press(id, 'charged_back'),
      fixture.as(noor).delete('/api/premium.php'),
      withdraw(noor, id),
    ]);
    await fixture.reconcile(id);
    expect((await fixture.as(noor).get('/api/user.php')).at('user.paid_user')).toBe(false);
    expect(await spanOf(id)).toMatchObject({ state: 'revoked', renews: false });
    expect((await fixture.rowOf(id)).dueAt).toBeNull();
    expect(await fixture.brokenInvariants()).toEqual([]);
  });
});

describe('between the order and the money', () => {
  test('a change of the payment country does not change an order, and the next one is not sold at the old prices', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    expect((await fixture.as(noor).put('/api/user.php', { payment_country: 'PL' })).status).toBe(200);
    expect(answerSummary(await fixture.post(noor))).toBe('422 invalid payment_method:unknown');
    expect(await fixture.rowOf(await fixture.order(noor, { payment_method: 'blik', country: 'NL' }))).toMatchObject({
      country: 'PL',
      currency: 'PLN',
      amount: 3999,
      vatRate: 2300,
    });
    await fixture.press(id, 'paid');
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'paid', country: 'NL', currency: 'EUR', amount: 999, vatAmount: 173 });
    expect(answerSummary(await fixture.as(noor).put('/api/user.php', { payment_country: 'NL' }))).toBe('429 too_many');
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('a higher price applies from the next order on', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    const change = (amount: number) =>
      fixture.db.$client.execute({ sql: "update prices set amount = ? where product_id = 'pack-50' and country = 'NL'", args: [amount] });
    await change(5000);
    expect(await fixture.rowOf(await fixture.order(noor))).toMatchObject({ amount: 5000 });
    await change(999);
    await fixture.press(id, 'paid');
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'paid', amount: 999 });
  });

  test('a deleted account keeps what was paid for until it is restored', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.as(noor).delete('/api/user.php', { password: PASSWORD });
    await fixture.press(id, 'paid');
    const [row] = await memberById(fixture.db, noor.id);
    expect([row?.credits, (await fixture.rowOf(id)).status]).toEqual([50, 'paid']);
    expect((await fixture.transaction(noor, id)).body).toEqual({ transaction: { id, status: 'paid' } });
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('an account that is erased while its payment is pending leaves an order without a member', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor, PLAN);
    await Promise.all([fixture.db.delete(members).where(eq(members.id, noor.id)), fixture.press(id, 'paid')]);
    await fixture.notify(`test_${id}`);
    expect(await fixture.rowOf(id)).toMatchObject({ memberId: null, status: 'paid' });
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('a banned member is credited, and can neither see the order, order again nor withdraw', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.ban(noor);
    await fixture.press(id, 'paid');
    expect((await fixture.rowOf(id)).status).toBe('paid');
    const answers = [await fixture.transaction(noor, id), await fixture.post(noor), await withdraw(noor, id), await fixture.shop(noor)];
    expect(new Set(answers.map(answerSummary))).toEqual(new Set(['403 banned']));
    expect(await fixture.brokenInvariants()).toEqual([]);
  });
});

describe('money that went back', () => {
  test('by a charge-back is not refunded again by a withdrawal whose order does not know of it yet', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.mood('away');
    // The charge-back is stored at the provider, but its webhook is lost.
    await fixture.press(id, 'charged_back');
    await fixture.mood('there');
    expect((await withdraw(noor, id)).status).toBe(200);
    await expect.poll(async () => (await fixture.rowOf(id)).isChargedBack).toBe(true);
    await fixture.reconcile(id);
    expect(await fixture.rowOf(id)).toMatchObject({ status: 'refunded', returnedAmount: 999, takenCredits: 50, dueAt: null });
    expect([await fixture.credits(noor), await fixture.owed(noor), await fixture.brokenInvariants()]).toEqual([0, 0, []]);
  });

  test('is notified once in the list and by mail, with its amount', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.press(id, 'refunded');
    await inParallel(3, () => fixture.notify(`test_${id}`));
    expect(await fixture.accountNotificationsOf(noor)).toEqual(['order_returned']);
    const sent = await mailsOf(noor);
    expect(sent.map(({ kind }) => kind)).toEqual(['order_returned']);
    const [read] = await mailsTo(fixture.db, noor.email);
    expect(read?.text).toContain('9,99');
    expect(read?.text).toContain(`/transactions/${id}`);
    await fixture.press(await fixture.buy(noor), 'charged_back');
    expect((await mailsOf(noor)).map(({ kind }) => kind).toSorted()).toEqual(['charged_back', 'order_returned']);
  });
});

describe('a discount', () => {
  test('cannot be guessed by ordering: a wrong code counts as a try like any other', async () => {
    await fixture.setSetting('code_tries_an_hour', 5);
    await avoidWindowEnd(HOUR);
    const noor = await aMember(fixture.db);
    const tried = await inParallel(5, (i) => fixture.post(noor, { discount_code: `GUESS${i}` }));
    expect(new Set(tried.map(answerSummary))).toEqual(new Set(['404 unknown_code']));
    await fixture.db.insert(discounts).values({ code: 'GUESSED', kind: 'code', percent: 50, startsAt: 1, createdAt: 1 });
    const refused = await fixture.post(noor, { discount_code: 'GUESSED' });
    expect([answerSummary(refused), refused.headers.has('Retry-After')]).toEqual(['429 too_many', true]);
    expect(answerSummary(await fixture.as(noor).get('/api/discountcode.php?code=GUESSED'))).toBe('429 too_many');
    expect(answerSummary(await fixture.post(noor))).toBe('201');
    await fixture.setSetting('code_tries_an_hour', 400);
  });
});

describe('a plan that is to renew', () => {
  test('is neither offered nor accepted further ahead than its provider can schedule', async () => {
    const noor = await aMember(fixture.db);
    expect((await fixture.shop(noor)).at('plans.0.can_renew')).toBe(true);
    await fixture.db
      .update(members)
      .set({ premiumUntil: Date.now() + 680 * DAY })
      .where(eq(members.id, noor.id));
    expect((await fixture.shop(noor)).at('plans.0.can_renew')).toBe(false);
    expect(answerSummary(await fixture.post(noor, PLAN))).toBe('422 invalid renews:not_allowed');
    expect(answerSummary(await fixture.post(noor, { ...PLAN, renews: false }))).toBe('201');
  });
});

describe('somebody else’s order', () => {
  test('cannot be obtained by its nonce, its id, its address or its webhook', async () => {
    const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
    const nonce = newId();
    const id = await fixture.order(noor, { nonce });
    const othersAnswer = await fixture.post(bas, { nonce });
    expect(othersAnswer.at('transaction.id')).not.toBe(id);
    expect(Object.keys(Object((await fixture.transaction(bas, id)).at('transaction')))).toEqual(['id', 'status']);
    expect(answerSummary(await withdraw(bas, id))).toBe('404 not_found');
    await fixture.press(id, 'paid');
    expect([await fixture.credits(noor), await fixture.credits(bas)]).toEqual([50, 0]);
    expect(JSON.stringify((await fixture.as(bas).get('/api/transactions.php')).body)).not.toContain(id);
  });
});

test('a forged webhook of any size or shape is refused without asking the provider', async () => {
  const post = async (body: string, signature = '') =>
    (await fetch(`${fixture.url}/api/payment/webhook`, { method: 'POST', body, headers: { 'Stripe-Signature': signature } })).status;
  expect(await post('x'.repeat(2_000_000))).toBe(413);
  const shapes = ['[]', 'null', '{"payment":{"$ne":1}}', `id=tr_${'a'.repeat(200)}`, '\u0000'.repeat(1000), '[['.repeat(50_000)];
  for (const shape of shapes) expect([await post(shape), await post(shape, 'test=')]).toEqual([400, 400]);
  expect(await post('{}', `test=${'a'.repeat(7000)}`)).toBe(400);
  expect((await fetch(`${fixture.url}/api/payment/webhook`)).status).toBe(405);
});

test('thirty due orders are reconciled in one sweep, though one of them fails', async () => {
  const ids = await inParallel(30, async () => fixture.order(await aMember(fixture.db)));
  const faultyId = ids[0] ?? '';
  await inParallel(15, (i) => fixture.press(ids[i] ?? '', 'unsaid'));
  await fixture.db.update(orders).set({ currency: 'PLN' }).where(eq(orders.id, faultyId));
  await fixture.reconcile(...ids);
  const statuses = await Promise.all(ids.map(async (id) => (await fixture.rowOf(id)).status));
  expect(statuses.map((status) => status === 'paid')).toEqual(ids.map((_, i) => i > 0 && i < 15));
  await fixture.db.update(orders).set({ currency: 'EUR' }).where(eq(orders.id, faultyId));
  expect(await fixture.brokenInvariants()).toEqual([]);
});

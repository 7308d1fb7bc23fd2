import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { memberById } from '#db/queries/account/members';
import { discounts, entitlements, mails, members, orders } from '#db/schema/index';
import { DAY, HOUR } from '../../../../worker/domain/rate-limit.ts';
import { aConversation, aMember, newId, PASSWORD, type TestMember } from '../../../support/database/factories.ts';
import { clearOfWindowEnd } from '../../../support/timing/rate-limit-window.ts';
import { aPayWorld, words } from '../payment-fixture.ts';

const world = aPayWorld();
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };
const times = <T>(count: number, act: (i: number) => Promise<T>) => Promise.all(Array.from({ length: count }, (_, i) => act(i)));
const withdraw = (who: TestMember, id: string) => world.as(who).post('/api/withdrawal.php', { transaction: id });
const spanOf = async (id: string) => (await world.db.select().from(entitlements).where(eq(entitlements.orderId, id)))[0];
const mailsOf = async ({ id }: { id: string }) => world.db.select().from(mails).where(eq(mails.memberId, id));

describe('all at once', () => {
  test('fifty messages, four withdrawals, a refund and its notices spend no credit and return no cent twice', async () => {
    const noor = await aMember(world.db);
    const id = await world.buy(noor);
    const others = await times(50, () => aMember(world.db));
    const places = await Promise.all(others.map((other) => aConversation(world.db, noor.id, other.id)));
    const send = (i: number) => {
      const message = { client_id: newId(), text: `Hello to number ${i}` };
      return world.as(noor).post('/api/chat.php', { conversation: { id: places[i] }, message });
    };
    const [sent] = await Promise.all([
      times(50, send),
      times(4, () => withdraw(noor, id)),
      world.press(id, 'half_refunded'),
      times(3, () => world.notify(`test_${id}`)),
      world.reconcile(id),
    ]);
    await world.reconcile(id);
    const row = await world.rowOf(id);
    const spent = sent.filter(({ status }) => status === 201).length;
    expect(Number(await world.credits(noor)) - (await world.owed(noor))).toBe(50 - spent - row.takenCredits);
    expect(row.returnedAmount).toBeGreaterThanOrEqual(row.withdrawnAmount);
    expect(row.returnedAmount).toBeLessThanOrEqual(row.amount);
    expect(await world.breaches()).toEqual([]);
  });

  test('the notice, the page that waits, the reconciler and a second notice grant once', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.press(id, 'unsaid');
    await Promise.all([
      world.notify(`test_${id}`),
      world.transaction(noor, id),
      world.transaction(null, id),
      world.reconcile(id),
      world.notify(`test_${id}`),
    ]);
    expect([await world.linesOf(noor), await world.credits(noor)]).toEqual([['purchase 50'], 50]);
    expect(await world.breaches()).toEqual([]);
  });

  test('one nonce from two tabs with two contents is one order, and the other is refused', async () => {
    const noor = await aMember(world.db);
    const nonce = newId();
    const answers = await times(12, (i) => world.post(noor, { nonce, pack: i % 2 ? 'pack-20' : 'pack-300' }));
    expect(new Set(answers.map(words))).toEqual(new Set(['201', '409 conflict']));
    expect(await world.ordersOf(noor)).toHaveLength(1);
  });

  test('a plan that is withdrawn from, charged back and stopped gives its money back once, and no premium', async () => {
    const noor = await aMember(world.db);
    const id = await world.buy(noor, PLAN);
    await Promise.all([withdraw(noor, id), world.press(id, 'charged_back'), world.as(noor).delete('/api/premium.php'), withdraw(noor, id)]);
    await world.reconcile(id);
    expect((await world.as(noor).get('/api/user.php')).at('user.paid_user')).toBe(false);
    expect(await spanOf(id)).toMatchObject({ state: 'revoked', renews: false });
    expect((await world.rowOf(id)).dueAt).toBeNull();
    expect(await world.breaches()).toEqual([]);
  });
});

describe('between the order and the money', () => {
  test('a change of the payment country does not change an order, and the next one is not sold at the old prices', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    expect((await world.as(noor).put('/api/user.php', { payment_country: 'PL' })).status).toBe(200);
    expect(words(await world.post(noor))).toBe('422 invalid payment_method:unknown');
    expect(await world.rowOf(await world.order(noor, { payment_method: 'blik', country: 'NL' }))).toMatchObject({
      country: 'PL',
      currency: 'PLN',
      amount: 3999,
      vatRate: 2300,
    });
    await world.press(id, 'paid');
    expect(await world.rowOf(id)).toMatchObject({ status: 'paid', country: 'NL', currency: 'EUR', amount: 999, vatAmount: 173 });
    expect(words(await world.as(noor).put('/api/user.php', { payment_country: 'NL' }))).toBe('429 too_many');
    expect(await world.breaches()).toEqual([]);
  });

  test('a higher price applies from the next order on', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    const change = (amount: number) =>
      world.db.$client.execute({ sql: "update prices set amount = ? where product_id = 'pack-50' and country = 'NL'", args: [amount] });
    await change(5000);
    expect(await world.rowOf(await world.order(noor))).toMatchObject({ amount: 5000 });
    await change(999);
    await world.press(id, 'paid');
    expect(await world.rowOf(id)).toMatchObject({ status: 'paid', amount: 999 });
  });

  test('a deleted account keeps what was paid for until it is restored', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.as(noor).delete('/api/user.php', { password: PASSWORD });
    await world.press(id, 'paid');
    const [row] = await memberById(world.db, noor.id);
    expect([row?.credits, (await world.rowOf(id)).status]).toEqual([50, 'paid']);
    expect((await world.transaction(noor, id)).body).toEqual({ transaction: { id, status: 'paid' } });
    expect(await world.breaches()).toEqual([]);
  });

  test('an account that is erased while its payment is pending leaves an order without a member', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor, PLAN);
    await Promise.all([world.db.delete(members).where(eq(members.id, noor.id)), world.press(id, 'paid')]);
    await world.notify(`test_${id}`);
    expect(await world.rowOf(id)).toMatchObject({ memberId: null, status: 'paid' });
    expect(await world.breaches()).toEqual([]);
  });

  test('a banned member is credited, and can neither see the order, order again nor withdraw', async () => {
    const noor = await aMember(world.db);
    const id = await world.order(noor);
    await world.ban(noor);
    await world.press(id, 'paid');
    expect((await world.rowOf(id)).status).toBe('paid');
    const answers = [await world.transaction(noor, id), await world.post(noor), await withdraw(noor, id), await world.shop(noor)];
    expect(new Set(answers.map(words))).toEqual(new Set(['403 banned']));
    expect(await world.breaches()).toEqual([]);
  });
});

describe('money that went back', () => {
  test('by a charge-back is not refunded again by a withdrawal whose order does not know of it yet', async () => {
    const noor = await aMember(world.db);
    const id = await world.buy(noor);
    await world.mood('away');
    // The charge-back is stored at the provider, but its notice is lost.
    await world.press(id, 'charged_back');
    await world.mood('there');
    expect((await withdraw(noor, id)).status).toBe(200);
    await expect.poll(async () => (await world.rowOf(id)).isChargedBack).toBe(true);
    await world.reconcile(id);
    expect(await world.rowOf(id)).toMatchObject({ status: 'refunded', returnedAmount: 999, takenCredits: 50, dueAt: null });
    expect([await world.credits(noor), await world.owed(noor), await world.breaches()]).toEqual([0, 0, []]);
  });

  test('is notified once in the list and by mail, with its amount', async () => {
    const noor = await aMember(world.db);
    const id = await world.buy(noor);
    await world.press(id, 'refunded');
    await times(3, () => world.notify(`test_${id}`));
    expect(await world.noticesOf(noor)).toEqual(['order_returned']);
    const sent = await mailsOf(noor);
    expect(sent.map(({ kind }) => kind)).toEqual(['order_returned']);
    expect(sent[0]?.text).toContain('9,99');
    expect(sent[0]?.text).toContain(`/transactions/${id}`);
    await world.press(await world.buy(noor), 'charged_back');
    expect((await mailsOf(noor)).map(({ kind }) => kind).toSorted()).toEqual(['charged_back', 'order_returned']);
  });
});

describe('a discount', () => {
  test('cannot be guessed by ordering: a wrong code counts as a try like any other', async () => {
    await world.set('code_tries_an_hour', 5);
    await clearOfWindowEnd(HOUR);
    const noor = await aMember(world.db);
    const tried = await times(5, (i) => world.post(noor, { discount_code: `GUESS${i}` }));
    expect(new Set(tried.map(words))).toEqual(new Set(['404 unknown_code']));
    await world.db.insert(discounts).values({ code: 'GUESSED', kind: 'code', percent: 50, startsAt: 1, createdAt: 1 });
    const refused = await world.post(noor, { discount_code: 'GUESSED' });
    expect([words(refused), refused.headers.has('Retry-After')]).toEqual(['429 too_many', true]);
    expect(words(await world.as(noor).get('/api/discountcode.php?code=GUESSED'))).toBe('429 too_many');
    expect(words(await world.post(noor))).toBe('201');
    await world.set('code_tries_an_hour', 400);
  });
});

describe('a plan that is to renew', () => {
  test('is neither offered nor accepted further ahead than its provider can schedule', async () => {
    const noor = await aMember(world.db);
    expect((await world.shop(noor)).at('plans.0.can_renew')).toBe(true);
    await world.db
      .update(members)
      .set({ premiumUntil: Date.now() + 680 * DAY })
      .where(eq(members.id, noor.id));
    expect((await world.shop(noor)).at('plans.0.can_renew')).toBe(false);
    expect(words(await world.post(noor, PLAN))).toBe('422 invalid renews:not_allowed');
    expect(words(await world.post(noor, { ...PLAN, renews: false }))).toBe('201');
  });
});

describe('somebody else’s order', () => {
  test('cannot be obtained by its nonce, its id, its address or its notice', async () => {
    const [noor, bas] = [await aMember(world.db), await aMember(world.db)];
    const nonce = newId();
    const id = await world.order(noor, { nonce });
    const othersAnswer = await world.post(bas, { nonce });
    expect(othersAnswer.at('transaction.id')).not.toBe(id);
    expect(Object.keys(Object((await world.transaction(bas, id)).at('transaction')))).toEqual(['id', 'status']);
    expect(words(await withdraw(bas, id))).toBe('404 not_found');
    await world.press(id, 'paid');
    expect([await world.credits(noor), await world.credits(bas)]).toEqual([50, 0]);
    expect(JSON.stringify((await world.as(bas).get('/api/transactions.php')).body)).not.toContain(id);
  });
});

test('a forged notice of any size or shape is refused without asking the provider', async () => {
  const post = async (body: string, signature = '') =>
    (await fetch(`${world.url}/api/payment/webhook`, { method: 'POST', body, headers: { 'Stripe-Signature': signature } })).status;
  expect(await post('x'.repeat(2_000_000))).toBe(413);
  const shapes = ['[]', 'null', '{"payment":{"$ne":1}}', `id=tr_${'a'.repeat(200)}`, '\u0000'.repeat(1000), '[['.repeat(50_000)];
  for (const shape of shapes) expect([await post(shape), await post(shape, 'test=')]).toEqual([400, 400]);
  expect(await post('{}', `test=${'a'.repeat(7000)}`)).toBe(400);
  expect((await fetch(`${world.url}/api/payment/webhook`)).status).toBe(405);
});

test('thirty due orders are reconciled in one sweep, though one of them fails', async () => {
  const ids = await times(30, async () => world.order(await aMember(world.db)));
  const faultyId = ids[0] ?? '';
  await times(15, (i) => world.press(ids[i] ?? '', 'unsaid'));
  await world.db.update(orders).set({ currency: 'PLN' }).where(eq(orders.id, faultyId));
  await world.reconcile(...ids);
  const statuses = await Promise.all(ids.map(async (id) => (await world.rowOf(id)).status));
  expect(statuses.map((status) => status === 'paid')).toEqual(ids.map((_, i) => i > 0 && i < 15));
  await world.db.update(orders).set({ currency: 'EUR' }).where(eq(orders.id, faultyId));
  expect(await world.breaches()).toEqual([]);
});

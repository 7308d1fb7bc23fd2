import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accountNotifications, eventOutbox, members, orders } from '#db/schema/index';
import { aMember, newId } from '../../../support/database/factories.ts';
import { paymentFixture } from '../payment-fixture.ts';

const fixture = paymentFixture();

describe('a purchase', () => {
  test('leads from the order over the provider’s page to credits, a ledger line and an event', async () => {
    const noor = await aMember(fixture.db);
    const answer = await fixture.post(noor);
    const id = String(answer.at('transaction.id'));
    expect(answer.at('redirect')).toBe(`${fixture.url}/_dev/pay/test_${id}`);
    const page = await fetch(String(answer.at('redirect')));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('€9.99')]);
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const back = await fixture.press(id, 'paid');
    expect([back.status, back.headers.get('Location')]).toEqual([303, `${fixture.url}/transactions/${id}`]);
    expect(await fixture.credits(noor)).toBe(50);
    expect((await fixture.transaction(noor, id)).at('transaction')).toMatchObject({
      id,
      status: 'paid',
      is_mine: true,
      pack: 'pack-50',
      plan: null,
      credits: 50,
      price: { amount: 999, currency: 'EUR' },
      vat: { percent: 21, amount: { amount: 173, currency: 'EUR' } },
      payment_method: 'ideal',
      country: 'NL',
      redirect: null,
      discount: null,
      returned: { amount: 0, currency: 'EUR' },
      is_charged_back: false,
      is_refund_pending: false,
      premium: null,
      returned_credits: 0,
      is_withdrawn: false,
      withdrawal: { credits: 50, price: { amount: 999, currency: 'EUR' } },
    });
    const list = await fixture.as(noor).get('/api/transactions.php');
    expect(list.at('ledger.0')).toMatchObject({ reason: 'purchase', amount: 50, transaction: id, profile: null });
    expect(list.at('transactions.0')).toMatchObject({ id, status: 'paid', credits: 50 });
    expect((await fixture.shop(noor)).at('last_order')).toMatchObject({ transaction: id, pack: 'pack-50', payment_method: 'ideal' });
    expect(await fixture.eventsOf(noor)).toEqual(
      expect.arrayContaining([{ type: 'credits.changed', credits: 50 }, { type: 'user.changed' }]),
    );
  });

  test('of a plan makes its member premium for its months', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor, { pack: undefined, plan: 'premium-3', payment_method: 'card', renews: true });
    const user = await fixture.as(noor).get('/api/user.php');
    expect([user.at('user.paid_user'), user.at('user.credits')]).toEqual([true, 0]);
    const shop = await fixture.shop(noor);
    expect(shop.at('premium')).toEqual({ plan: 'premium-3', until: user.at('user.premium_until'), renews: true, transaction: id });
    await fixture.press(id, 'refunded');
    expect((await fixture.as(noor).get('/api/user.php')).at('user.paid_user')).toBe(false);
    expect((await fixture.shop(noor)).at('premium')).toBeNull();
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('that failed, was canceled or expired gives nothing, and one that is paid after all gives it once', async () => {
    for (const act of ['failed', 'canceled', 'expired']) {
      const noor = await aMember(fixture.db);
      const id = await fixture.order(noor);
      await fixture.press(id, act);
      expect([(await fixture.rowOf(id)).status, await fixture.credits(noor)]).toEqual([act, 0]);
      await fixture.press(id, 'twice');
      expect([(await fixture.rowOf(id)).status, await fixture.orderLedgerLinesOf(noor)]).toEqual(['paid', ['purchase 50']]);
    }
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('that ends unpaid makes no spending of the day unusual', async () => {
    const noor = await aMember(fixture.db);
    for (const pack of ['pack-300', 'pack-50']) await fixture.buy(noor, { pack });
    await fixture.db.delete(accountNotifications).where(eq(accountNotifications.memberId, noor.id));
    const unpaid = await fixture.order(noor);
    await fixture.press(unpaid, 'canceled');
    expect([(await fixture.rowOf(unpaid)).status, await fixture.accountNotificationsOf(noor)]).toEqual(['canceled', []]);
  });

  test('is shown to others by its status alone', async () => {
    const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
    const id = await fixture.buy(noor);
    for (const who of [null, bas]) expect((await fixture.transaction(who, id)).body).toEqual({ transaction: { id, status: 'paid' } });
    expect((await fixture.transaction(null, newId())).status).toBe(404);
  });
});

describe('the return page', () => {
  test('grants nothing, whatever its address says', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    for (const query of ['', '?status=paid', '?redirect_status=succeeded&payment_intent=x']) {
      await fetch(`${fixture.url}/transactions/${id}${query}`, { headers: { Cookie: noor.cookie } });
      await fixture.as(noor).get(`/api/transactions.php?id=${id}&status=paid`);
    }
    expect([(await fixture.rowOf(id)).status, await fixture.credits(noor)]).toEqual(['open', 0]);
  });

  test('asks the provider about an open order, so that one whose webhook never came is settled when its member opens the page', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.press(id, 'unsaid');
    expect((await fixture.rowOf(id)).status).toBe('open');
    expect((await fixture.transaction(noor, id)).at('transaction.status')).toBe('paid');
    expect(await fixture.credits(noor)).toBe(50);
  });

  test.each([
    ['a provider whose keys are not set', { provider: 'stripe' }],
    ['a payment that its provider does not know', { providerRef: `test_${newId()}` }],
  ] as const)('leaves an order with %s as it is', async (_, change) => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.db.update(orders).set(change).where(eq(orders.id, id));
    expect((await fixture.transaction(noor, id)).at('transaction.status')).toBe('open');
  });
});

describe('webhooks', () => {
  test('that are forged, of an unknown payment or malformed are refused or ignored, and change nothing', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.press(id, 'unsaid');
    expect(await fixture.notify(`test_${id}`, 'another key than that of this site, long enough')).toBe(400);
    for (const body of ['', '{}', '{"payment":', 'id=tr_1', JSON.stringify({ payment: `test_${id}`, status: 'paid' })]) {
      const answer = await fetch(`${fixture.url}/api/payment/webhook`, { method: 'POST', body });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect(await fixture.notify(`test_${newId()}`)).toBe(200);
    expect([(await fixture.rowOf(id)).status, await fixture.credits(noor)]).toEqual(['open', 0]);
    expect(await fixture.notify(`test_${id}`)).toBe(200);
    expect(await fixture.credits(noor)).toBe(50);
  });

  test('that come thirty times at once grant once', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.press(id, 'unsaid');
    const answers = await Promise.all(Array.from({ length: 30 }, () => fixture.notify(`test_${id}`)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect([await fixture.credits(noor), await fixture.orderLedgerLinesOf(noor)]).toEqual([50, ['purchase 50']]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('that are old have no effect: the present state of the payment counts', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.press(id, 'refunded');
    for (let i = 0; i < 3; i += 1) expect(await fixture.notify(`test_${id}`)).toBe(200);
    expect([(await fixture.rowOf(id)).status, await fixture.credits(noor)]).toEqual(['refunded', 0]);
  });

  test('that come before the order has stored its payment id find the order by its own id', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.press(id, 'unsaid');
    await fixture.db.update(orders).set({ providerRef: null, redirect: null }).where(eq(orders.id, id));
    expect(await fixture.notify(`test_${id}`)).toBe(200);
    expect([(await fixture.rowOf(id)).providerRef, await fixture.credits(noor)]).toEqual([`test_${id}`, 50]);
  });

  test('that change nothing that the member sees reach none of their devices', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.db.update(orders).set({ providerRef: null }).where(eq(orders.id, id));
    await fixture.db.delete(eventOutbox).where(eq(eventOutbox.memberId, noor.id));
    expect(await fixture.notify(`test_${id}`)).toBe(200);
    expect([(await fixture.rowOf(id)).providerRef, await fixture.eventsOf(noor)]).toEqual([`test_${id}`, []]);
  });

  test.each([
    ['amount', { amount: 1 }],
    ['currency', { currency: 'PLN' }],
    ['reference', { providerRef: 'test_another' }],
  ])('of a payment that has another %s than the order grant nothing, and are logged without personal data', async (_, change) => {
    const noor = await aMember(fixture.db);
    const id = await fixture.order(noor);
    await fixture.db.update(orders).set(change).where(eq(orders.id, id));
    await fixture.press(id, 'paid');
    expect([(await fixture.rowOf(id)).status, await fixture.credits(noor)]).toEqual(['open', 0]);
    const line = async () => (await fixture.worker.log()).split('\n').find((one) => one.includes(id) && one.includes('"fault"')) ?? '';
    await expect.poll(line).toContain('"at":"payment"');
    expect(await line()).not.toContain(noor.email);
  });
});

describe('money that goes back', () => {
  test('takes its credits back, all or the returned share, rounded up', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.press(id, 'half_refunded');
    expect([(await fixture.rowOf(id)).status, await fixture.credits(noor)]).toEqual(['paid', 25]);
    await fixture.press(id, 'refunded');
    expect([(await fixture.rowOf(id)).status, await fixture.credits(noor)]).toEqual(['refunded', 0]);
    expect(await fixture.accountNotificationsOf(noor)).toEqual(['order_returned', 'order_returned']);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('makes no spending of the day unusual', async () => {
    const noor = await aMember(fixture.db);
    for (const pack of ['pack-300', 'pack-50']) await fixture.buy(noor, { pack });
    const id = await fixture.buy(noor);
    await fixture.db.delete(accountNotifications).where(eq(accountNotifications.memberId, noor.id));
    await fixture.press(id, 'half_refunded');
    expect(await fixture.accountNotificationsOf(noor)).toEqual(['order_returned']);
  });

  test('becomes a debt where credits were spent, which the next purchase pays off first', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.spend(noor, 30);
    await fixture.press(id, 'charged_back');
    expect([await fixture.credits(noor), await fixture.owed(noor)]).toEqual([0, 30]);
    expect((await fixture.transaction(noor, id)).at('transaction')).toMatchObject({ status: 'refunded', is_charged_back: true });
    expect([await fixture.accountNotificationsOf(noor), (await fixture.shop(noor)).at('owed')]).toEqual([['charged_back'], 30]);
    await fixture.buy(noor, { pack: 'pack-20' });
    expect([await fixture.credits(noor), await fixture.owed(noor)]).toEqual([0, 10]);
    await fixture.buy(noor, { pack: 'pack-20' });
    expect([await fixture.credits(noor), await fixture.owed(noor)]).toEqual([10, 0]);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('is granted again when the charge-back is won, and pays off the debt that it made', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.spend(noor, 30);
    await fixture.press(id, 'charged_back');
    await fixture.press(id, 'won');
    expect([await fixture.credits(noor), await fixture.owed(noor), (await fixture.rowOf(id)).status]).toEqual([20, 0, 'paid']);
    expect(await fixture.brokenInvariants()).toEqual([]);
  });

  test('of a member who was erased changes the order alone', async () => {
    const noor = await aMember(fixture.db);
    const id = await fixture.buy(noor);
    await fixture.db.delete(members).where(eq(members.id, noor.id));
    await fixture.press(id, 'refunded');
    expect(await fixture.rowOf(id)).toMatchObject({ memberId: null, status: 'refunded' });
    expect(await fixture.brokenInvariants()).toEqual([]);
  });
});

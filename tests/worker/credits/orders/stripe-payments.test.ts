import { expect, test } from 'vitest';
import { discountUses } from '#db/schema/index';
import { aDiscountCode, aMember, newId } from '../../../support/database/factories.ts';
import { startStripeServer, TEST_STRIPE } from '../../../support/servers/stripe-server.ts';
import { paymentProviderFixture } from '../payment-provider-fixture.ts';

const fixture = paymentProviderFixture('stripe', TEST_STRIPE, startStripeServer);
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };
const completed = (ref: string) => fixture.notify(fixture.server.webhookRequest('checkout.session.completed', ref));

test('a purchase is paid at Stripe, and credited once however many notices come', async () => {
  const noor = await aMember(fixture.db);
  const nonce = newId();
  const answer = await fixture.order(noor, { nonce });
  expect(answer.at('redirect')).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  expect((await fixture.order(noor, { nonce })).at('redirect')).toBe(answer.at('redirect'));
  const ref = String((await fixture.orderOf(noor)).providerRef);
  expect(await completed(ref)).toBe(200);
  expect(await fixture.credits(noor)).toBe(0);
  fixture.server.pay(ref);
  expect([await completed(ref), await completed(ref)]).toEqual([200, 200]);
  expect(await fixture.credits(noor)).toBe(50);
  expect(await fixture.brokenInvariants()).toEqual([]);
});

test('a notice with another signature, or an old one, is refused and asks nothing', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor);
  fixture.server.pay(ref);
  fixture.server.requests.length = 0;
  const forged = fixture.server.webhookRequest('checkout.session.completed', ref, { secret: 'whsec_other' });
  const old = fixture.server.webhookRequest('checkout.session.completed', ref, { at: Date.now() - 600_000 });
  expect([await fixture.notify(forged), await fixture.notify(old)]).toEqual([400, 400]);
  expect(fixture.server.requests).toEqual([]);
  expect(await fixture.credits(noor)).toBe(0);
});

test('a purchase whose notice never came is found by the reconciler', async () => {
  const noor = await aMember(fixture.db);
  fixture.server.pay(await fixture.orderAndGetRef(noor));
  await fixture.reconcile(noor);
  expect(await fixture.credits(noor)).toBe(50);
});

test('an order that is made while Stripe hangs stays open, and its nonce continues it', async () => {
  const noor = await aMember(fixture.db);
  const nonce = newId();
  fixture.server.fault = 'hangs';
  const refused = await fixture.order(noor, { nonce });
  fixture.server.fault = null;
  expect([refused.status, refused.at('error.code')]).toEqual([503, 'unavailable']);
  expect((await fixture.order(noor, { nonce })).status).toBe(201);
  expect(await fixture.ordersOf(noor)).toHaveLength(1);
});

test('returned money takes its credits back, and a won charge-back grants them again', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor);
  fixture.server.pay(ref);
  await completed(ref);
  const intent = fixture.server.intentOf(ref);
  const dispute = fixture.server.dispute(intent, 999).id;
  await fixture.notify(fixture.server.webhookRequest('charge.dispute.created', dispute));
  expect(await fixture.credits(noor)).toBe(0);
  fixture.server.closeDispute(dispute, 'won');
  await fixture.notify(fixture.server.webhookRequest('charge.dispute.closed', dispute));
  expect(await fixture.credits(noor)).toBe(50);
  fixture.server.refund(intent, 999);
  await fixture.notify(fixture.server.webhookRequest('charge.refunded', String(fixture.server.get(intent).latest_charge)));
  expect(await fixture.credits(noor)).toBe(0);
  expect(await fixture.brokenInvariants()).toEqual([]);
});

test('a plan renews once for each payment of its subscription', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, PLAN);
  fixture.server.pay(ref);
  await completed(ref);
  await fixture.sweep();
  const renewal = fixture.server.renew(ref);
  const paid = () => fixture.notify(fixture.server.webhookRequest('invoice.paid', renewal));
  expect(await Promise.all([paid(), paid(), paid()])).toEqual([200, 200, 200]);
  await fixture.notify(fixture.server.webhookRequest('invoice.paid', fixture.server.firstInvoice(ref)));
  const [first, next, ...more] = await fixture.spansOf(noor);
  expect(next).toMatchObject({ fromAt: first?.untilAt, renews: true, subscription: first?.subscription });
  expect(more).toEqual([]);
  const [bought, renewed] = await fixture.ordersOf(noor);
  expect(renewed).toMatchObject({ status: 'paid', amount: bought?.amount, nonce: renewal, providerRef: renewal, renewalOf: first?.id });
  expect(bought?.dueAt).toBeNull();
});

test('a renewal that was not paid, has another amount or is of an unknown member gives nothing', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, PLAN);
  fixture.server.pay(ref);
  await completed(ref);
  await fixture.notify(fixture.server.webhookRequest('invoice.payment_failed', fixture.server.renew(ref, false)));
  const dearer = fixture.server.renew(ref);
  Object.assign(fixture.server.get(dearer), { total: 99_999 });
  await fixture.notify(fixture.server.webhookRequest('invoice.paid', dearer));
  expect(await fixture.spansOf(noor)).toHaveLength(1);
  expect(await fixture.ordersOf(noor)).toHaveLength(1);
});

test('a refunded renewal revokes its span, and a renewal that is billed after that is refunded automatically', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, PLAN);
  fixture.server.pay(ref);
  await completed(ref);
  const renewal = fixture.server.renew(ref);
  await fixture.notify(fixture.server.webhookRequest('invoice.paid', renewal));
  const intent = String(fixture.server.every('invoice_payment', { invoice: renewal })[0]?.intent);
  const refund = fixture.server.refund(intent, Number(fixture.server.get(renewal).total)).id;
  expect(await fixture.notify(fixture.server.webhookRequest('refund.created', refund))).toBe(200);
  expect((await fixture.spansOf(noor)).map(({ state }) => state)).toEqual(['active', 'revoked']);
  const late = fixture.server.renew(ref);
  expect(await fixture.notify(fixture.server.webhookRequest('invoice.paid', late))).toBe(200);
  expect(await fixture.spansOf(noor)).toHaveLength(2);
  await fixture.sweep();
  expect((await fixture.ordersOf(noor)).map(({ status }) => status)).toEqual(['paid', 'refunded', 'refunded']);
  expect(await fixture.brokenInvariants()).toEqual([]);
});

test('a plan bought while another runs is billed again when its own span ends, not before', async () => {
  const noor = await aMember(fixture.db);
  const first = await fixture.orderAndGetRef(noor, { pack: undefined, plan: 'premium-3', payment_method: 'card' });
  fixture.server.pay(first);
  await completed(first);
  await fixture.order(noor, PLAN);
  const second = String((await fixture.ordersOf(noor))[1]?.providerRef);
  fixture.server.pay(second);
  await completed(second);
  await fixture.sweep();
  const [, span] = await fixture.spansOf(noor);
  expect(fixture.server.get(span?.subscription).trial_end).toBe(Math.floor((span?.untilAt ?? 0) / 1000));
  expect((await fixture.ordersOf(noor)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
});

test('a direct debit that takes days stays open, and counts when it arrives', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, { payment_method: 'sepa' });
  fixture.server.payByDebit(ref);
  await completed(ref);
  await fixture.backdateOrders(noor, 5 * 86400_000);
  await fixture.reconcile(noor);
  expect(await fixture.orderOf(noor)).toMatchObject({ status: 'open' });
  fixture.server.completeDebit(ref);
  await fixture.notify(fixture.server.webhookRequest('checkout.session.async_payment_succeeded', ref));
  expect(await fixture.credits(noor)).toBe(50);
});

test('a canceled order can no longer be paid at Stripe, and the notice of that changes nothing', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor);
  expect((await fixture.cancelOrder(noor)).at('transaction')).toMatchObject({ status: 'canceled', redirect: null });
  expect(fixture.server.get(ref)).toMatchObject({ status: 'expired', url: null });
  expect(await fixture.notify(fixture.server.webhookRequest('checkout.session.expired', ref))).toBe(200);
  expect(await fixture.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null, revision: 1 });
});

test('an order that is paid while it is being canceled is paid once, and keeps its discount', async () => {
  const noor = await aMember(fixture.db);
  const ref = await fixture.orderAndGetRef(noor, { discount_code: await aDiscountCode(fixture.db) });
  const notices: Promise<number>[] = [];
  fixture.server.duringRequest = ({ url }) => {
    if (!url.pathname.endsWith('/expire')) return;
    if (notices.length === 0) fixture.server.pay(ref);
    notices.push(completed(ref));
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => fixture.cancelOrder(noor)));
  fixture.server.duringRequest = null;
  expect(await Promise.all(notices)).not.toContain(500);
  expect(new Set(answers.map((answer) => answer.at('transaction.status')))).toEqual(new Set(['paid']));
  expect([await fixture.credits(noor), await fixture.brokenInvariants()]).toEqual([50, []]);
  expect((await fixture.db.select().from(discountUses)).map(({ state }) => state)).toEqual(['kept']);
});

test('an order that is canceled while Stripe is unreachable is ended there by the next sweep, and a payment before that counts', async () => {
  const [noor, bas] = [await aMember(fixture.db), await aMember(fixture.db)];
  const [ref, late] = [await fixture.orderAndGetRef(noor), await fixture.orderAndGetRef(bas)];
  for (const who of [noor, bas]) {
    Object.assign(fixture.server, { fault: 503, faultAt: fixture.server.requests.length + 2 });
    expect((await fixture.cancelOrder(who)).at('transaction.status')).toBe('canceled');
    expect((await fixture.orderOf(who)).dueAt).toBeGreaterThan(Date.now());
  }
  Object.assign(fixture.server, { fault: null, faultAt: null });
  fixture.server.pay(late);
  for (const who of [noor, bas]) await fixture.reconcile(who);
  expect(fixture.server.get(ref).status).toBe('expired');
  expect(await fixture.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null });
  expect([await fixture.orderOf(bas), await fixture.credits(bas)]).toMatchObject([{ status: 'paid' }, 50]);
  expect(await fixture.brokenInvariants()).toEqual([]);
});

test('an order that is canceled in another tab while its session is created leads to its transaction page, and the session is ended', async () => {
  const noor = await aMember(fixture.db);
  fixture.server.duringRequest = async ({ method }) => method === 'POST' && expect((await fixture.cancelOrder(noor)).status).toBe(200);
  const answer = await fixture.order(noor);
  fixture.server.duringRequest = null;
  const { id, providerRef } = await fixture.orderOf(noor);
  expect([answer.status, answer.at('redirect')]).toEqual([201, expect.stringMatching(new RegExp(`/transactions/${id}$`))]);
  expect(fixture.server.get(providerRef).status).toBe('open');
  await fixture.sweep();
  expect(fixture.server.get(providerRef).status).toBe('expired');
  expect(await fixture.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null });
});

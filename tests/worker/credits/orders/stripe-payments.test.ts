import { expect, test } from 'vitest';
import { discountUses } from '#db/schema/index';
import { aCode, aMember, newId } from '../../../support/database/factories.ts';
import { startStripeServer, TEST_STRIPE } from '../../../support/servers/stripe-server.ts';
import { providerWorld } from '../payment-provider-fixture.ts';

const world = providerWorld('stripe', TEST_STRIPE, startStripeServer);
const PLAN = { pack: undefined, plan: 'premium-1', payment_method: 'card', renews: true };
const completed = (ref: string) => world.notify(world.server.notice('checkout.session.completed', ref));

test('a purchase is paid at Stripe, and credited once however many notices come', async () => {
  const noor = await aMember(world.db);
  const nonce = newId();
  const answer = await world.order(noor, { nonce });
  expect(answer.at('redirect')).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  expect((await world.order(noor, { nonce })).at('redirect')).toBe(answer.at('redirect'));
  const ref = String((await world.orderOf(noor)).providerRef);
  expect(await completed(ref)).toBe(200);
  expect(await world.credits(noor)).toBe(0);
  world.server.pay(ref);
  expect([await completed(ref), await completed(ref)]).toEqual([200, 200]);
  expect(await world.credits(noor)).toBe(50);
  expect(await world.breaches()).toEqual([]);
});

test('a notice with another signature, or an old one, is refused and asks nothing', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor);
  world.server.pay(ref);
  world.server.asked.length = 0;
  const forged = world.server.notice('checkout.session.completed', ref, { secret: 'whsec_other' });
  const old = world.server.notice('checkout.session.completed', ref, { at: Date.now() - 600_000 });
  expect([await world.notify(forged), await world.notify(old)]).toEqual([400, 400]);
  expect(world.server.asked).toEqual([]);
  expect(await world.credits(noor)).toBe(0);
});

test('a purchase whose notice never came is found by the reconciler', async () => {
  const noor = await aMember(world.db);
  world.server.pay(await world.ref(noor));
  await world.reconcile(noor);
  expect(await world.credits(noor)).toBe(50);
});

test('an order that is made while Stripe hangs stays open, and its nonce continues it', async () => {
  const noor = await aMember(world.db);
  const nonce = newId();
  world.server.fault = 'hangs';
  const refused = await world.order(noor, { nonce });
  world.server.fault = null;
  expect([refused.status, refused.at('error.code')]).toEqual([503, 'unavailable']);
  expect((await world.order(noor, { nonce })).status).toBe(201);
  expect(await world.ordersOf(noor)).toHaveLength(1);
});

test('returned money takes its credits back, and a won charge-back grants them again', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor);
  world.server.pay(ref);
  await completed(ref);
  const intent = world.server.intentOf(ref);
  const dispute = world.server.dispute(intent, 999).id;
  await world.notify(world.server.notice('charge.dispute.created', dispute));
  expect(await world.credits(noor)).toBe(0);
  world.server.closeDispute(dispute, 'won');
  await world.notify(world.server.notice('charge.dispute.closed', dispute));
  expect(await world.credits(noor)).toBe(50);
  world.server.refund(intent, 999);
  await world.notify(world.server.notice('charge.refunded', String(world.server.get(intent).latest_charge)));
  expect(await world.credits(noor)).toBe(0);
  expect(await world.breaches()).toEqual([]);
});

test('a plan renews once for each payment of its subscription', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor, PLAN);
  world.server.pay(ref);
  await completed(ref);
  await world.sweep();
  const renewal = world.server.renew(ref);
  const paid = () => world.notify(world.server.notice('invoice.paid', renewal));
  expect(await Promise.all([paid(), paid(), paid()])).toEqual([200, 200, 200]);
  await world.notify(world.server.notice('invoice.paid', world.server.firstInvoice(ref)));
  const [first, next, ...more] = await world.spansOf(noor);
  expect(next).toMatchObject({ fromAt: first?.untilAt, renews: true, subscription: first?.subscription });
  expect(more).toEqual([]);
  const [bought, renewed] = await world.ordersOf(noor);
  expect(renewed).toMatchObject({ status: 'paid', amount: bought?.amount, nonce: renewal, providerRef: renewal, renewalOf: first?.id });
  expect(bought?.dueAt).toBeNull();
});

test('a renewal that was not paid, has another amount or is of an unknown member gives nothing', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor, PLAN);
  world.server.pay(ref);
  await completed(ref);
  await world.notify(world.server.notice('invoice.payment_failed', world.server.renew(ref, false)));
  const dearer = world.server.renew(ref);
  Object.assign(world.server.get(dearer), { total: 99_999 });
  await world.notify(world.server.notice('invoice.paid', dearer));
  expect(await world.spansOf(noor)).toHaveLength(1);
  expect(await world.ordersOf(noor)).toHaveLength(1);
});

test('a refunded renewal revokes its span, and a renewal that is billed after that is refunded automatically', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor, PLAN);
  world.server.pay(ref);
  await completed(ref);
  const renewal = world.server.renew(ref);
  await world.notify(world.server.notice('invoice.paid', renewal));
  const intent = String(world.server.every('invoice_payment', { invoice: renewal })[0]?.intent);
  const refund = world.server.refund(intent, Number(world.server.get(renewal).total)).id;
  expect(await world.notify(world.server.notice('refund.created', refund))).toBe(200);
  expect((await world.spansOf(noor)).map(({ state }) => state)).toEqual(['active', 'revoked']);
  const late = world.server.renew(ref);
  expect(await world.notify(world.server.notice('invoice.paid', late))).toBe(200);
  expect(await world.spansOf(noor)).toHaveLength(2);
  await world.sweep();
  expect((await world.ordersOf(noor)).map(({ status }) => status)).toEqual(['paid', 'refunded', 'refunded']);
  expect(await world.breaches()).toEqual([]);
});

test('a plan bought while another runs is billed again when its own span ends, not before', async () => {
  const noor = await aMember(world.db);
  const first = await world.ref(noor, { pack: undefined, plan: 'premium-3', payment_method: 'card' });
  world.server.pay(first);
  await completed(first);
  await world.order(noor, PLAN);
  const second = String((await world.ordersOf(noor))[1]?.providerRef);
  world.server.pay(second);
  await completed(second);
  await world.sweep();
  const [, span] = await world.spansOf(noor);
  expect(world.server.get(span?.subscription).trial_end).toBe(Math.floor((span?.untilAt ?? 0) / 1000));
  expect((await world.ordersOf(noor)).map(({ dueAt }) => dueAt)).toEqual([null, null]);
});

test('a direct debit that takes days stays open, and counts when it arrives', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor, { payment_method: 'sepa' });
  world.server.payLater(ref);
  await completed(ref);
  await world.age(noor, 5 * 86400_000);
  await world.reconcile(noor);
  expect(await world.orderOf(noor)).toMatchObject({ status: 'open' });
  world.server.arrive(ref);
  await world.notify(world.server.notice('checkout.session.async_payment_succeeded', ref));
  expect(await world.credits(noor)).toBe(50);
});

test('a canceled order can no longer be paid at Stripe, and the notice of that changes nothing', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor);
  expect((await world.letGo(noor)).at('transaction')).toMatchObject({ status: 'canceled', redirect: null });
  expect(world.server.get(ref)).toMatchObject({ status: 'expired', url: null });
  expect(await world.notify(world.server.notice('checkout.session.expired', ref))).toBe(200);
  expect(await world.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null, revision: 1 });
});

test('an order that is paid while it is being canceled is paid once, and keeps its discount', async () => {
  const noor = await aMember(world.db);
  const ref = await world.ref(noor, { discount_code: await aCode(world.db) });
  const notices: Promise<number>[] = [];
  world.server.meanwhile = ({ url }) => {
    if (!url.pathname.endsWith('/expire')) return;
    if (notices.length === 0) world.server.pay(ref);
    notices.push(completed(ref));
  };
  const answers = await Promise.all(Array.from({ length: 5 }, () => world.letGo(noor)));
  world.server.meanwhile = null;
  expect(await Promise.all(notices)).not.toContain(500);
  expect(new Set(answers.map((answer) => answer.at('transaction.status')))).toEqual(new Set(['paid']));
  expect([await world.credits(noor), await world.breaches()]).toEqual([50, []]);
  expect((await world.db.select().from(discountUses)).map(({ state }) => state)).toEqual(['kept']);
});

test('an order that is canceled while Stripe is unreachable is ended there by the next sweep, and a payment before that counts', async () => {
  const [noor, bas] = [await aMember(world.db), await aMember(world.db)];
  const [ref, late] = [await world.ref(noor), await world.ref(bas)];
  for (const who of [noor, bas]) {
    Object.assign(world.server, { fault: 503, faultAt: world.server.asked.length + 2 });
    expect((await world.letGo(who)).at('transaction.status')).toBe('canceled');
    expect((await world.orderOf(who)).dueAt).toBeGreaterThan(Date.now());
  }
  Object.assign(world.server, { fault: null, faultAt: null });
  world.server.pay(late);
  for (const who of [noor, bas]) await world.reconcile(who);
  expect(world.server.get(ref).status).toBe('expired');
  expect(await world.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null });
  expect([await world.orderOf(bas), await world.credits(bas)]).toMatchObject([{ status: 'paid' }, 50]);
  expect(await world.breaches()).toEqual([]);
});

test('an order that is canceled in another tab while its session is created leads to its transaction page, and the session is ended', async () => {
  const noor = await aMember(world.db);
  world.server.meanwhile = async ({ method }) => method === 'POST' && expect((await world.letGo(noor)).status).toBe(200);
  const answer = await world.order(noor);
  world.server.meanwhile = null;
  const { id, providerRef } = await world.orderOf(noor);
  expect([answer.status, answer.at('redirect')]).toEqual([201, expect.stringMatching(new RegExp(`/transactions/${id}$`))]);
  expect(world.server.get(providerRef).status).toBe('open');
  await world.sweep();
  expect(world.server.get(providerRef).status).toBe('expired');
  expect(await world.orderOf(noor)).toMatchObject({ status: 'canceled', dueAt: null });
});

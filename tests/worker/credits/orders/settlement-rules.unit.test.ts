import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderRow } from '#db/queries/credits/orders';
import {
  creditsToTake,
  faultOf,
  isShownToMember,
  type Settlement,
  settlementOf,
  unpaidEndOf,
} from '../../../../worker/features/credits/orders/settlement-rules.ts';
import type { Payment } from '../../../../worker/platform/payments/providers/payment-provider.ts';

const NOW = 1_800_000_000_000;

const anOrder = (change: Partial<OrderRow> = {}): OrderRow => ({
  id: 'order',
  memberId: 'noor',
  nonce: 'nonce',
  kind: 'pack',
  productId: 'pack-50',
  credits: 50,
  extraCredits: 0,
  months: 0,
  country: 'NL',
  currency: 'EUR',
  fullAmount: 999,
  amount: 999,
  vatRate: 2100,
  exchangeRates: null,
  vatAmount: 173,
  discountCode: null,
  method: 'ideal',
  provider: 'test',
  providerRef: 'pay',
  redirect: null,
  status: 'open',
  renews: false,
  renewalOf: null,
  returnedAmount: 0,
  isChargedBack: false,
  withdrawnCredits: 0,
  withdrawnAmount: 0,
  takenCredits: 0,
  revision: 0,
  createdAt: NOW,
  paidAt: null,
  dueAt: NOW + 900_000,
  tries: 0,
  ...change,
});

const aPayment = (change: Partial<Payment> = {}): Payment => ({
  ref: 'pay',
  orderId: 'order',
  status: 'open',
  amount: 999,
  currency: 'EUR',
  refunded: 0,
  chargedBack: 0,
  subscription: null,
  ...change,
});

/** What a member has. `apply` changes it by a settlement in the way the database batch does. */
interface Account {
  readonly order: OrderRow;
  readonly credits: number;
  readonly owed: number;
  readonly lines: readonly string[];
  readonly isPremium: boolean;
}

const anAccount = (order: OrderRow, credits = 0): Account => ({ order, credits, owed: 0, lines: [], isPremium: false });

function give(account: Account, amount: number): Account {
  const paid = Math.min(account.owed, amount);
  return { ...account, credits: account.credits + amount - paid, owed: account.owed - paid };
}

function take(account: Account, amount: number): Account {
  const available = Math.min(account.credits, amount);
  return { ...account, credits: account.credits - available, owed: account.owed + amount - available };
}

function apply(account: Account, step: Settlement | null): Account {
  if (!step) return account;
  const order = { ...account.order, ...step.change, revision: account.order.revision + 1 };
  const isPremium = step.plan === null ? account.isPremium : step.plan === 'granted';
  const lines = step.grantedCredits > 0 ? [...account.lines, `purchase ${step.grantedCredits}`] : account.lines;
  const granted = give({ ...account, order, isPremium, lines }, step.grantedCredits);
  return step.takenBackCredits >= 0 ? take(granted, step.takenBackCredits) : give(granted, -step.takenBackCredits);
}

const endOrder = (order: OrderRow, status: 'canceled' | 'expired', payment: Payment | null) =>
  unpaidEndOf(order, { status, payment, now: NOW });
const settled = (account: Account, payment: Payment): Account => apply(account, settlementOf(account.order, payment, NOW));

const permutations = <T>(list: readonly T[]): T[][] =>
  list.length === 0 ? [[]] : list.flatMap((one, i) => permutations(list.toSpliced(i, 1)).map((rest) => [one, ...rest]));

const PaymentState = fc.record({
  status: fc.constantFrom<Payment['status']>('open', 'paid', 'failed', 'canceled', 'expired'),
  refunded: fc.integer({ min: 0, max: 1200 }),
  chargedBack: fc.constantFrom(0, 0, 0, 999, 500),
});
const Order = fc
  .record({
    amount: fc.integer({ min: 1, max: 10_000 }),
    credits: fc.integer({ min: 1, max: 500 }),
    extraCredits: fc.integer({ min: 0, max: 50 }),
  })
  .map((change) => anOrder({ ...change, fullAmount: change.amount }));

describe('settling', () => {
  test('five webhooks in any order, each reading the state of the payment at its moment, end in the ledger of the last state', () => {
    const truths = [
      aPayment(),
      aPayment({ status: 'failed' }),
      aPayment({ status: 'paid' }),
      aPayment({ status: 'paid', refunded: 400 }),
      aPayment({ status: 'paid', chargedBack: 999 }),
    ];
    const [last = aPayment()] = truths.slice(-1);
    for (const order of permutations(truths)) {
      // Each webhook makes the site read the payment's present state, so that the last two read the final one.
      const account = [...order, last, last].reduce(settled, anAccount(anOrder()));
      expect(account.lines).toEqual(['purchase 50']);
      expect(account).toMatchObject({ credits: 0, owed: 0, order: { status: 'refunded', takenCredits: 50, returnedAmount: 999 } });
    }
  });

  test('five webhooks of one payment state are one settlement', () => {
    const truth = aPayment({ status: 'paid', refunded: 333 });
    const once = settled(anAccount(anOrder()), truth);
    expect([truth, truth, truth, truth].reduce(settled, once)).toEqual(once);
    expect(once).toMatchObject({ credits: 50 - 17, order: { status: 'paid', takenCredits: 17 } });
  });

  test('the result depends on the last payment state alone, whatever states were read before', () => {
    fc.assert(
      fc.property(Order, fc.array(PaymentState, { maxLength: 8 }), PaymentState, (order, before, last) => {
        const paymentOf = (truth: Partial<Payment>) => aPayment({ ...truth, amount: order.amount });
        const states = [...before, last].map(paymentOf);
        const whole = states.reduce(settled, anAccount(order));
        const wasPaid = states.some(({ status }) => status === 'paid');
        const end = states.find(({ status }) => status !== 'open' && status !== 'paid');
        const final = paymentOf({ ...last, status: wasPaid ? 'paid' : (end ?? last).status });
        const direct = settled(anAccount(order), final);
        expect([whole.credits, whole.owed, whole.lines]).toEqual([direct.credits, direct.owed, direct.lines]);
        expect([whole.order.returnedAmount, whole.order.takenCredits]).toEqual([direct.order.returnedAmount, direct.order.takenCredits]);
        expect(whole.order.status).toBe(direct.order.status);
      }),
    );
  });

  test('never takes more than it granted, never goes below zero, and balance less debt is granted less taken less spent', () => {
    fc.assert(
      fc.property(Order, fc.array(fc.tuple(PaymentState, fc.nat(100)), { maxLength: 12 }), (order, steps) => {
        let account = anAccount(order);
        let spent = 0;
        for (const [truth, wanted] of steps) {
          account = settled(account, aPayment({ ...truth, amount: order.amount }));
          const spends = Math.min(account.credits, wanted);
          spent += spends;
          account = { ...account, credits: account.credits - spends };
          const total = account.order.paidAt === null ? 0 : order.credits + order.extraCredits;
          expect(Math.min(account.credits, account.owed, account.order.takenCredits)).toBeGreaterThanOrEqual(0);
          expect(account.order.takenCredits).toBeLessThanOrEqual(total);
          expect(account.credits - account.owed).toBe(total - account.order.takenCredits - spent);
          expect(account.lines.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('is done after one settlement: the same payment state again changes nothing', () => {
    fc.assert(
      fc.property(Order, fc.array(PaymentState, { minLength: 1, maxLength: 6 }), (order, truths) => {
        const last = truths.map((truth) => aPayment({ ...truth, amount: order.amount }));
        const account = last.reduce(settled, anAccount(order));
        expect(settlementOf(account.order, last.at(-1) ?? aPayment(), NOW)).toBeNull();
      }),
    );
  });

  test('a plan is premium exactly while it is paid, not fully refunded and not charged back', () => {
    fc.assert(
      fc.property(fc.array(PaymentState, { maxLength: 8 }), (truths) => {
        const plan = anOrder({ kind: 'plan', productId: 'premium-1', credits: 0, months: 1 });
        const account = truths.map((truth) => aPayment(truth)).reduce(settled, anAccount(plan));
        expect(account.isPremium).toBe(account.order.status === 'paid' && !account.order.isChargedBack);
        expect([account.credits, account.owed, account.lines]).toEqual([0, 0, []]);
      }),
    );
  });
});

describe('a settlement', () => {
  test('keeps the discount of a paid order, and returns that of an order that ended unpaid, once', () => {
    const order = anOrder({ discountCode: 'WELCOME' });
    const failed = settlementOf(order, aPayment({ status: 'failed' }), NOW);
    expect(failed?.discount).toBe('returned');
    const after = { ...order, ...failed?.change };
    expect(settlementOf(after, aPayment({ status: 'canceled' }), NOW)).toBeNull();
    expect(settlementOf(after, aPayment({ status: 'paid' }), NOW)?.discount).toBe('kept');
    expect(endOrder(order, 'expired', null).discount).toBe('returned');
    // A step that leaves it open, or finds it ended already, changes nothing of it; without a discount there is nothing to change.
    expect(settlementOf({ ...order, providerRef: null }, aPayment(), NOW)?.discount).toBeNull();
    expect(settlementOf({ ...order, status: 'failed' }, aPayment({ status: 'failed' }), NOW)?.discount).toBeNull();
    expect(settlementOf(anOrder(), aPayment({ status: 'failed' }), NOW)?.discount).toBeNull();
    expect(endOrder(anOrder(), 'expired', null).discount).toBeNull();
  });

  test.each(['canceled', 'expired'] as const)('of an order that is %s here stands until it is paid after all', (status) => {
    const over = { ...anOrder(), ...endOrder(anOrder(), status, null).change };
    expect(settlementOf(over, aPayment(), NOW)).toBeNull();
    expect(settlementOf(over, aPayment({ status: 'failed' }), NOW)).toMatchObject({ discount: null, change: { status, dueAt: null } });
    expect(settlementOf(over, aPayment({ status: 'paid' }), NOW)).toMatchObject({
      grantedCredits: 50,
      change: { status: 'paid', dueAt: null },
    });
  });

  test('of an order that ends here leaves nothing due once its provider has ended it, or never had it', () => {
    const dueAt = (payment: Payment | null, order = anOrder()) => endOrder(order, 'canceled', payment).change.dueAt;
    expect([aPayment({ status: 'canceled' }), aPayment({ status: 'expired' })].map((it) => dueAt(it))).toEqual([null, null]);
    expect(dueAt(null, anOrder({ providerRef: null }))).toBeNull();
    const unresolved = [null, aPayment(), aPayment({ status: 'expired', amount: 1 }), aPayment({ status: 'paid', currency: 'USD' })];
    expect(unresolved.map((it) => dueAt(it))).toEqual(unresolved.map(() => NOW + 900_000));
    const late = settlementOf(anOrder({ status: 'canceled', providerRef: null, dueAt: null }), aPayment(), NOW);
    expect(late?.change).toMatchObject({ status: 'canceled', providerRef: 'pay', dueAt: NOW });
  });

  test('of an order that was paid while it was being ended makes it a paid one', () => {
    const order = anOrder({ discountCode: 'WELCOME' });
    expect(endOrder(order, 'canceled', aPayment({ status: 'paid' }))).toEqual(settlementOf(order, aPayment({ status: 'paid' }), NOW));
  });

  test('notifies of returned money, and whether by refund or charge-back', () => {
    const paid = { ...anOrder(), ...settlementOf(anOrder(), aPayment({ status: 'paid' }), NOW)?.change };
    expect(settlementOf(paid, aPayment({ status: 'paid', refunded: 10 }), NOW)?.notification).toEqual({
      event: 'order_returned',
      amount: 10,
    });
    expect(settlementOf(paid, aPayment({ status: 'paid', chargedBack: 999 }), NOW)?.notification).toEqual({
      event: 'charged_back',
      amount: 999,
    });
    const refunded = { ...paid, ...settlementOf(paid, aPayment({ status: 'paid', refunded: 999 }), NOW)?.change };
    // The refund failed, and the bank charged back a part.
    expect(settlementOf(refunded, aPayment({ status: 'paid', chargedBack: 300 }), NOW)?.notification).toEqual({
      event: 'charged_back',
      amount: 300,
    });
    expect(settlementOf(refunded, aPayment({ status: 'paid', refunded: 500 }), NOW)?.notification).toBeNull();
    const back = { ...paid, ...settlementOf(paid, aPayment({ status: 'paid', chargedBack: 999 }), NOW)?.change };
    expect(settlementOf(back, aPayment({ status: 'paid' }), NOW)).toMatchObject({
      notification: null,
      takenBackCredits: -50,
      change: { status: 'paid' },
    });
  });

  test('leaves a withdrawal due until its money went back, and takes no credits for it again', () => {
    const withdrawn = anOrder({ status: 'paid', paidAt: NOW, withdrawnCredits: 30, withdrawnAmount: 600, takenCredits: 30, dueAt: 5 });
    const half = settlementOf(withdrawn, aPayment({ status: 'paid', refunded: 300 }), NOW);
    expect(half).toMatchObject({ takenBackCredits: 0, change: { dueAt: 5 } });
    const whole = settlementOf(withdrawn, aPayment({ status: 'paid', refunded: 600 }), NOW);
    expect(whole).toMatchObject({ takenBackCredits: 0, change: { dueAt: null, status: 'paid' } });
    expect(settlementOf(withdrawn, aPayment({ status: 'paid', refunded: 999 }), NOW)?.takenBackCredits).toBe(20);
    // The refund bounced at the recipient's bank.
    const bounced = settlementOf({ ...withdrawn, ...whole?.change }, aPayment({ status: 'paid' }), NOW);
    expect(bounced).toMatchObject({ takenBackCredits: 0, change: { dueAt: NOW, status: 'paid', returnedAmount: 0 } });
  });

  test('of a plan that is to renew stays due until its subscription exists', () => {
    const plan = anOrder({ kind: 'plan', credits: 0, months: 1, renews: true });
    const subscription = { ref: 'sub', customer: 'cus' };
    expect(settlementOf(plan, aPayment({ status: 'paid' }), NOW)?.change.dueAt).toBe(NOW);
    expect(settlementOf(plan, aPayment({ status: 'paid', subscription }), NOW)?.change.dueAt).toBe(NOW);
    const waiting = { ...plan, status: 'paid' as const, paidAt: NOW, dueAt: 5 };
    expect(settlementOf(waiting, aPayment({ status: 'paid', refunded: 1 }), NOW)?.change.dueAt).toBe(5);
    expect(settlementOf({ ...plan, renewalOf: 'span' }, aPayment({ status: 'paid', subscription }), NOW)?.change.dueAt).toBeNull();
    // Repeated, it changes nothing.
    expect(settlementOf(waiting, aPayment({ status: 'paid' }), NOW)).toBeNull();
  });

  test('of a pack grants no plan, and that of a withdrawn plan neither revokes it again nor waits for a renewal', () => {
    expect(settlementOf(anOrder(), aPayment({ status: 'paid' }), NOW)?.plan).toBeNull();
    const plan = anOrder({ kind: 'plan', credits: 0, months: 1, renews: true, status: 'paid', paidAt: NOW, dueAt: 5 });
    expect(settlementOf(plan, aPayment({ status: 'paid', refunded: 999 }), NOW)?.plan).toBe('revoked');
    const withdrawn = { ...plan, withdrawnAmount: 600 };
    expect(settlementOf(withdrawn, aPayment({ status: 'paid', refunded: 999 }), NOW)?.plan).toBeNull();
    expect(settlementOf(withdrawn, aPayment({ status: 'paid', refunded: 600 }), NOW)?.change.dueAt).toBeNull();
  });

  test('leaves an open order due, and a paid one not, whatever its provider says of it later', () => {
    expect(settlementOf(anOrder({ providerRef: null }), aPayment(), NOW)?.change.dueAt).toBe(NOW + 900_000);
    const paid = anOrder({ status: 'paid', paidAt: NOW, dueAt: null });
    expect(settlementOf(paid, aPayment({ refunded: 10 }), NOW)?.change).toMatchObject({ status: 'paid', dueAt: null });
  });

  test('of a second charge-back notifies of what it adds, and of one after a refund that bounced of all of it', () => {
    const paid = anOrder({ status: 'paid', paidAt: NOW });
    const first = { ...paid, ...settlementOf(paid, aPayment({ status: 'paid', chargedBack: 300 }), NOW)?.change };
    expect(settlementOf(first, aPayment({ status: 'paid', chargedBack: 500 }), NOW)?.notification).toEqual({
      event: 'charged_back',
      amount: 200,
    });
    const refunded = { ...paid, ...settlementOf(paid, aPayment({ status: 'paid', refunded: 999 }), NOW)?.change };
    expect(settlementOf(refunded, aPayment({ status: 'paid', chargedBack: 999 }), NOW)).toMatchObject({
      change: { isChargedBack: true },
      notification: { event: 'charged_back', amount: 999 },
    });
    expect(settlementOf(anOrder(), aPayment({ status: 'failed', chargedBack: 5 }), NOW)).toMatchObject({
      change: { isChargedBack: false },
      notification: null,
    });
  });

  const paidPack = { status: 'paid', paidAt: NOW, dueAt: null } as const;
  const paidPlan = { ...paidPack, kind: 'plan', credits: 0, months: 1 } as const;
  test.each<[string, Partial<OrderRow>, Partial<Payment>, boolean]>([
    ['is paid', {}, { status: 'paid' }, true],
    ['ends unpaid', {}, { status: 'canceled' }, true],
    ['is returned in part, of a plan', paidPlan, { status: 'paid', refunded: 500 }, true],
    [
      'has a charge-back of a part that is won, of a plan',
      { ...paidPlan, returnedAmount: 500, isChargedBack: true },
      { status: 'paid', chargedBack: 0 },
      true,
    ],
    [
      'has a charge-back of a part that is won, of a pack',
      { ...paidPack, returnedAmount: 500, isChargedBack: true, takenCredits: 26 },
      { status: 'paid', chargedBack: 0 },
      true,
    ],
    ['gets its reference', { providerRef: null }, {}, false],
    ['has ended, and cannot be paid any more', { status: 'canceled' }, { status: 'canceled' }, false],
  ])('of an order that %s is shown to its member only if it changes what they see', (_, change, payment, isShown) => {
    const order = anOrder(change);
    const settlement = settlementOf(order, aPayment(payment), NOW);
    expect(settlement && isShownToMember(order, settlement)).toBe(isShown);
  });

  test('takes the credits of a withdrawal that it finds not taken yet', () => {
    const order = anOrder({ status: 'paid', paidAt: NOW, withdrawnCredits: 30, withdrawnAmount: 600, takenCredits: 10 });
    expect(settlementOf(order, aPayment({ status: 'paid' }), NOW)?.takenBackCredits).toBe(20);
  });
});

test('a payment without an order id, and one of an order that has no reference yet, can be the order’s', () => {
  expect(faultOf(anOrder(), aPayment({ orderId: null }))).toBeNull();
  expect(faultOf(anOrder({ providerRef: null }), aPayment({ ref: 'first' }))).toBeNull();
});

test.each([
  ['another order', { orderId: 'another' }, 'order'],
  ['another payment than the one that was made', { ref: 'another' }, 'order'],
  ['another amount', { amount: 998 }, 'amount'],
  ['a negative amount', { amount: -999 }, 'amount'],
  ['another currency', { currency: 'USD' }, 'currency'],
] as const)('a payment of %s is not the order’s', (_, change, fault) => {
  expect(faultOf(anOrder(), aPayment({ status: 'paid', ...change }))).toBe(fault);
  expect(faultOf(anOrder(), aPayment({ status: 'paid' }))).toBeNull();
});

test('the share of credits that is taken for returned money is rounded up, and never more than all', () => {
  const order = { credits: 50, extraCredits: 5, amount: 999, withdrawnCredits: 0, withdrawnAmount: 0 };
  expect([0, 1, 500, 998, 999].map((returned) => creditsToTake(order, returned))).toEqual([0, 1, 28, 55, 55]);
});

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { eraseMember } from '#db/queries/account/erasure';
import { creditLots, debtLines, debts, discounts, discountUses, entitlements, ledgerLines, orders, spendingLimits } from '#db/schema/index';
import { aMember, newId } from '../../support/database/factories.ts';
import { testSite } from '../../support/product/test-site.ts';
import { insertPurchaseOf } from './order-fixture.ts';

const site = testSite();

test('the export holds orders, their premium and discounts, limits and debts, and no reference of a payment provider', async () => {
  const { id: memberId, cookie } = await aMember(site.db);
  const order = newId();
  const plan = {
    kind: 'plan',
    productId: 'premium-1',
    months: 1,
    country: 'NL',
    currency: 'EUR',
    method: 'card',
    provider: 'test',
  } as const;
  const paid = { fullAmount: 2499, amount: 1999, vatRate: 2100, vatAmount: 347, status: 'paid', paidAt: 2, renews: true } as const;
  const secret = { nonce: 'nonce-of-the-page', providerRef: 'ref-of-the-provider', redirect: 'https://pay.example/page' };
  await site.db.insert(orders).values({ id: order, memberId, ...plan, ...paid, ...secret, discountCode: 'SPRING', createdAt: 1 });
  const span = { fromAt: 2, untilAt: 3, state: 'active', renews: true, subscription: 'sub-of-it', customer: 'cus-of-it' } as const;
  await site.db
    .insert(entitlements)
    .values({ id: newId(), memberId, source: 'order', orderId: order, planId: 'premium-1', ...span, createdAt: 2 });
  await site.db.insert(discounts).values([
    { code: 'SPRING', kind: 'code', percent: 20, startsAt: 1, createdAt: 1 },
    { code: 'STAY-X', kind: 'stay', percent: 40, startsAt: 1, endsAt: 9, memberId, createdAt: 1 },
  ]);
  await site.db.insert(discountUses).values({ orderId: order, code: 'SPRING', memberId, state: 'kept', createdAt: 1 });
  await site.db
    .insert(spendingLimits)
    .values({ memberId, day: 1000, currency: 'GBP', pending: { day: null, week: null, month: null }, pendingFrom: 5 });
  await site.db.insert(debts).values({ memberId, owed: 3 });
  const lotId = newId();
  await site.db.insert(creditLots).values({ id: lotId, memberId, source: 'purchase', reference: order, remaining: 0, createdAt: 4 });
  const moved = { memberId, createdAt: 4, lotId } as const;
  await site.db.insert(ledgerLines).values([
    { ...moved, id: newId(), amount: 50, reason: 'purchase', reference: order },
    { ...moved, id: newId(), amount: -50, reason: 'reversal', reference: `${order}#2`, createdAt: 5 },
    { ...moved, id: newId(), amount: -1, reason: 'message', reference: newId(), createdAt: 6 },
  ]);
  await site.db.insert(debtLines).values({ id: newId(), memberId, amount: 3, reason: 'reversal', reference: `${order}#2`, createdAt: 4 });

  const { body } = await site.as({ cookie }).get('/api/export.php');
  const at = (ms: number) => new Date(ms).toISOString();
  expect(body).toMatchObject({
    orders: [
      {
        id: order,
        kind: 'plan',
        product: 'premium-1',
        months: 1,
        price: { amount: 1999, currency: 'EUR' },
        status: 'paid',
        vat: { percent: 21, amount: 347 },
        discount_code: 'SPRING',
        payment_method: 'card',
        created_at: at(1),
        paid_at: at(2),
      },
    ],
    premium: [{ source: 'order', order, plan: 'premium-1', from: at(2), until: at(3), renews: true, state: 'active' }],
    discounts: {
      used: [{ code: 'SPRING', order, state: 'kept', at: at(1) }],
      offered: [{ code: 'STAY-X', percent: 40, from: at(1), until: at(9) }],
    },
    ledger: [
      { amount: 50, reason: 'purchase', order, lot: lotId },
      { amount: -50, reason: 'reversal', order, lot: lotId },
      { amount: -1, reason: 'message', order: null, lot: lotId },
    ],
    credit_lots: [{ id: lotId, source: 'purchase', order, remaining: 0, created_at: at(4) }],
    spending_limits: [{ day: 1000, week: null, currency: 'GBP', pending: { day: null }, pending_from: at(5) }],
    debts: { owed: 3, lines: [{ amount: 3, reason: 'reversal', order, at: at(4) }] },
  });
  for (const stored of [...Object.values(secret), 'sub-of-it', 'cus-of-it']) expect(JSON.stringify(body)).not.toContain(stored);
});

test('erasing an account keeps its orders and the discounts they used for bookkeeping, without a member', async () => {
  const { id } = await aMember(site.db, { status: 'deleted', statusBefore: 'active', deletedAt: 1 });
  const order = await insertPurchaseOf(site.db, id);
  await batch(site.db, eraseMember(site.db, id, Date.now()));
  const [orderRow] = await site.db.select().from(orders).where(eq(orders.id, order));
  expect(orderRow).toMatchObject({ memberId: null, amount: 699, vatAmount: 121, status: 'failed' });
  const [use] = await site.db.select().from(discountUses).where(eq(discountUses.orderId, order));
  const [code] = await site.db
    .select()
    .from(discounts)
    .where(eq(discounts.code, use?.code ?? ''));
  expect([use?.memberId, use?.state, code?.memberId]).toEqual([null, 'returned', null]);
  const emptied = [entitlements, spendingLimits, debts, debtLines];
  for (const table of emptied) expect(await site.db.select().from(table).where(eq(table.memberId, id))).toEqual([]);
});

test('a member who is restored before the erasure keeps a discount code of their own', async () => {
  const { id } = await aMember(site.db);
  await insertPurchaseOf(site.db, id);
  await batch(site.db, eraseMember(site.db, id, Date.now()));
  expect(await site.db.select().from(discounts).where(eq(discounts.memberId, id))).toHaveLength(1);
});

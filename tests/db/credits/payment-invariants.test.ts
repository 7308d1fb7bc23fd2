import { expect, test } from 'vitest';
import { batch } from '#db/client';
import { grantPlan } from '#db/queries/credits/entitlements';
import { insertOrder } from '#db/queries/credits/orders';
import { grantCreditsStatements, reclaimCreditsStatements, updateOrderAtRevision } from '#db/queries/credits/settlement';
import { reserveDiscount, settleDiscountUse } from '#db/queries/discounts/discounts';
import { spendCredits } from '#db/queries/shared/credit-balance';
import { debtLines, debts, discounts, discountUses, entitlements, ledgerLines, members, orders } from '#db/schema/index';
import { aMember, anOrderRow, newId } from '../../support/database/factories.ts';
import { checkInvariants } from '../../support/database/invariants.ts';
import { testDatabase } from '../../support/database/test-database.ts';

const { db } = await testDatabase();

const NOW = 1_800_000_000_000;

/**
 * Stores a pack bought with a discount, of which 30 of 50 credits were spent before it was charged back; a pack that pays a part of that
 * debt; and a plan. Returns the id of the member.
 */
async function storeValidPurchases() {
  await db.batch([db.delete(debtLines), db.delete(debts), db.delete(ledgerLines), db.delete(discountUses), db.delete(discounts)]);
  await db.batch([db.delete(entitlements), db.delete(orders), db.delete(members)]);
  const { id: memberId } = await aMember(db);
  await db.insert(discounts).values({ code: 'HELLO', kind: 'code', percent: 10, maxUses: 1, startsAt: 1, createdAt: 1 });
  const pack = anOrderRow({ memberId, amount: 900, discountCode: 'HELLO' });
  const [small, plan] = [
    anOrderRow({ memberId, productId: 'pack-20', credits: 20 }),
    anOrderRow({ memberId, kind: 'plan', productId: 'premium-1', credits: 0, months: 1 }),
  ];
  const paid = { status: 'paid', paidAt: NOW } as const;
  const now = NOW;
  const back = { status: 'refunded', returnedAmount: 900, isChargedBack: true, takenCredits: 50 } as const;
  await batch(db, {
    ordered: insertOrder(db, pack, 0),
    discountUse: reserveDiscount(db, { orderId: pack.id, code: 'HELLO', memberId, now }),
  });
  await batch(db, {
    paid: updateOrderAtRevision(db, { id: pack.id, revision: 0 }, paid),
    discountUse: settleDiscountUse(db, pack.id, 'kept'),
    ...grantCreditsStatements(db, newId(), { memberId, orderId: pack.id, amount: 50, now }),
  });
  await batch(db, spendCredits(db, { memberId, amount: 30, reason: 'grant', reference: newId(), createdAt: now }));
  await batch(db, {
    returned: updateOrderAtRevision(db, { id: pack.id, revision: 1 }, back),
    ...reclaimCreditsStatements(db, { memberId, orderId: pack.id, amount: 50, reference: `${pack.id}#2`, now }),
  });
  await batch(db, {
    ordered: insertOrder(db, small, 1),
    paid: updateOrderAtRevision(db, { id: small.id, revision: 0 }, paid),
    ...grantCreditsStatements(db, newId(), { memberId, orderId: small.id, amount: 20, now }),
  });
  await batch(db, {
    ordered: insertOrder(db, plan, 2),
    paid: updateOrderAtRevision(db, { id: plan.id, revision: 0 }, paid),
    ...grantPlan(db, {
      id: newId(),
      memberId,
      orderId: plan.id,
      planId: 'premium-1',
      months: 1,
      now,
      renews: false,
      isPurchase: true,
      provider: 'test',
      subscription: null,
    }),
  });
  return memberId;
}

const DAMAGE: [sql: string, invariant: RegExp][] = [
  ['update members set credits = 20', /I3 credits are the sum/],
  ['update credit_lots set remaining = 20', /I3 what remains of a lot/],
  [`update ledger_lines set amount = 30 where reason = 'reversal'`, /I3 a lot holds no more/],
  ['update members set credits = 5', /I3 nobody has credits beside a debt/],
  [`update credit_lots set reference = 'x' || reference`, /I3 a paid pack granted/],
  ['update debts set owed = owed + 1', /I3 a debt is the sum/],
  ['delete from debts', /I3 a debt is the sum/],
  [`delete from debt_lines where amount < 0`, /I3 each payment of a debt/],
  [`delete from ledger_lines where reason = 'owed'`, /I3 each payment of a debt/],
  [`delete from ledger_lines where reason = 'purchase'`, /I3 a paid pack granted/],
  [`update ledger_lines set amount = 5000 where reason = 'purchase'`, /I3 a paid pack granted/],
  [`update orders set status = 'open', paid_at = null where product_id = 'pack-20'`, /I3 a paid pack granted/],
  [`update ledger_lines set reference = 'x' || reference where reason = 'purchase'`, /I3 a paid pack granted/],
  [`update orders set paid_at = null`, /I3 paid and refunded orders/],
  [`update orders set returned_amount = amount + 1`, /I3 paid and refunded orders/],
  [`update orders set status = 'paid' where status = 'refunded'`, /I3 paid and refunded orders/],
  [`update orders set taken_credits = 49 where taken_credits = 50`, /I3 the credits taken back/],
  [`update ledger_lines set amount = -1 where reason = 'reversal'`, /I3 the credits taken back/],
  [`update discounts set max_uses = 0`, /I3 a discount counts/],
  [`update discount_uses set state = 'reserved'`, /I3 a discount counts/],
  [`update members set premium_until = premium_until + 1`, /I3 premium lasts until/],
  [`update entitlements set state = 'revoked'`, /I3 a paid plan has a span/],
  [`delete from entitlements`, /I3 a paid plan has a span/],
];

test('valid purchases break no invariant', async () => {
  const memberId = await storeValidPurchases();
  expect(await checkInvariants(db)).toEqual([]);
  const { rows } = await db.$client.execute({
    sql: 'select credits, owed from members join debts on member_id = id where id = ?',
    args: [memberId],
  });
  expect(rows).toMatchObject([{ credits: 0, owed: 10 }]);
});

test.each(DAMAGE)('%s is detected', async (damage, invariant) => {
  await storeValidPurchases();
  await db.run(damage);
  expect((await checkInvariants(db)).filter((breach) => invariant.test(breach))).not.toEqual([]);
});

import type { Database } from '#db/client';
import { debtLines, debts, discounts, discountUses, entitlements, orders, spendingLimits } from '#db/schema/index';
import { newId } from '../../support/database/factories.ts';

/** Inserts what a purchase with a personal discount leaves in every payment table; returns the order's id. */
export async function insertPurchaseOf(db: Database, memberId: string): Promise<string> {
  const [id, code] = [newId(), newId()];
  await db.insert(discounts).values([
    { code, kind: 'stay', percent: 30, startsAt: 1, memberId, createdAt: 1 },
    { code: `${code}-2`, kind: 'code', percent: 30, startsAt: 1, createdAt: 1 },
  ]);
  const vat = { fullAmount: 999, amount: 699, vatRate: 2100, vatAmount: 121 };
  const kinds = {
    kind: 'pack',
    productId: 'pack-50',
    country: 'NL',
    currency: 'EUR',
    method: 'ideal',
    provider: 'test',
    status: 'failed',
  } as const;
  await db.insert(orders).values({ id, memberId, nonce: newId(), ...kinds, ...vat, discountCode: code, createdAt: Date.now() });
  await db.insert(discountUses).values({ orderId: id, code, memberId, state: 'returned', createdAt: 1 });
  await db
    .insert(entitlements)
    .values({ id: newId(), memberId, source: 'order', orderId: id, fromAt: 1, untilAt: 2, state: 'ended', createdAt: 1 });
  await db.insert(spendingLimits).values({ memberId, day: 1000 });
  await db.insert(debts).values({ memberId, owed: 3 });
  await db.insert(debtLines).values({ id: newId(), memberId, amount: 3, reason: 'reversal', reference: `${id}#2`, createdAt: 1 });
  return id;
}

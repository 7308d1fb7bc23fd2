import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { debtLines, debts, discounts, discountUses, entitlements, orders, spendingLimits } from '../../schema/index.ts';

/** The orders of a member for the export, with premium spans, discounts used or offered, spending limits, debts and debt lines. The reader must leave out the references of payment providers. */
export const orderDataOf = (db: Database, id: string) => ({
  orders: db.select().from(orders).where(eq(orders.memberId, id)).orderBy(asc(orders.createdAt)),
  premiumSpans: db.select().from(entitlements).where(eq(entitlements.memberId, id)).orderBy(asc(entitlements.fromAt)),
  discountUses: db.select().from(discountUses).where(eq(discountUses.memberId, id)).orderBy(asc(discountUses.createdAt)),
  offeredDiscounts: db.select().from(discounts).where(eq(discounts.memberId, id)),
  spendingLimits: db.select().from(spendingLimits).where(eq(spendingLimits.memberId, id)),
  debt: db.select().from(debts).where(eq(debts.memberId, id)),
  debtLines: db.select().from(debtLines).where(eq(debtLines.memberId, id)).orderBy(asc(debtLines.createdAt)),
});

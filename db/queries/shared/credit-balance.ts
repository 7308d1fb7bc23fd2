import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { type creditLots, type ledgerLines, members } from '../../schema/index.ts';
import { randomId } from './random-id.ts';

/** Credits that come as a lot of their own. `id` is that of the lot and of its first ledger line. */
export interface CreditGrant extends Omit<typeof creditLots.$inferInsert, 'remaining'> {
  readonly amount: number;
}

/** What the ledger lines of one movement have in common. `amount` is that of all of them. */
export type CreditMovement = Pick<typeof ledgerLines.$inferInsert, 'memberId' | 'amount' | 'reason' | 'reference' | 'createdAt'>;

/**
 * Grants credits as a new lot, with its ledger line and the balance; all must go in one batch. An amount of 0 writes nothing. A second lot
 * of the same source and reference violates UNIQUE credit_lots.source.
 */
export const grantCredits = (db: Database, grant: CreditGrant) => ({
  lot: insertLot(db, { ...grant, note: grant.note ?? null }),
  lotLine: insertLotLine(db, grant),
  balance: changeBalance(db, grant.memberId, grant.amount),
});

/**
 * Spends credits, from the oldest lots first (docs/product.md, "Credit lots"): the balance, a ledger line for each lot, and the lots; all
 * must go in one batch. `amount` is positive. An overdraft violates CHECK members_credits_not_negative or CHECK credit_lots_not_negative.
 */
export const spendCredits = (db: Database, spent: CreditMovement) => ({
  balance: changeBalance(db, spent.memberId, -spent.amount),
  ledgerLines: insertSpentLines(db, spent),
  lots: updateLotsByLines(db, spent.reason, spent.reference),
});

const insertLot = prepared((db, grant: CreditGrant & { readonly note: string | null }) =>
  db.run(
    sql`
      insert into credit_lots (id, member_id, source, reference, remaining, created_at, note)
      select ${grant.id}, ${grant.memberId}, ${grant.source}, ${grant.reference}, ${grant.amount}, ${grant.createdAt}, ${grant.note}
      where ${grant.amount} > 0`,
  ),
);

const insertLotLine = prepared((db, grant: CreditGrant) =>
  db.run(
    sql`
      insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
      select ${grant.id}, ${grant.memberId}, ${grant.amount}, ${grant.source}, ${grant.reference}, ${grant.createdAt}, ${grant.id}
      where ${grant.amount} > 0`,
  ),
);

/** Changes the balance alone, by a positive or negative amount. An overdraft violates CHECK members_credits_not_negative. */
export const changeBalance = prepared((db, memberId: string, amount: number) =>
  db
    .update(members)
    .set({ credits: sql`${members.credits} + ${amount}` })
    .where(and(eq(members.id, memberId), sql`${amount} <> 0`)),
);

const OLDEST_FIRST = sql.raw('created_at, id');

/** The lots of a member that hold credits, each with what the lots before it hold together, and whether it is the last one. */
export const lotsWithCredits = (memberId: string, order: SQL = OLDEST_FIRST): SQL => sql`
  select id, remaining, sum(remaining) over taken_first - remaining as before, lead(id) over taken_first is null as is_last
  from credit_lots where member_id = ${memberId} and remaining > 0 window taken_first as (order by ${order})`;

/** The last lot takes the whole rest, so that credits that no lot holds violate its CHECK. */
const insertSpentLines = prepared((db, spent: CreditMovement) =>
  db.run(
    sql`
      insert into ledger_lines (id, member_id, amount, reason, reference, created_at, lot_id)
      select ${randomId}, ${spent.memberId}, -iif(is_last, ${spent.amount} - before, min(remaining, ${spent.amount} - before)),
        ${spent.reason}, ${spent.reference}, ${spent.createdAt}, id
      from (${lotsWithCredits(spent.memberId)}) where before < ${spent.amount}`,
  ),
);

/** Changes what remains of lots by the ledger lines of one movement, which must have been written in the same batch. */
export const updateLotsByLines = prepared((db, reason: CreditMovement['reason'], reference: string) =>
  db.run(
    sql`
      update credit_lots set remaining = remaining + line.amount from ledger_lines as line
      where line.reason = ${reason} and line.reference = ${reference} and credit_lots.id = line.lot_id`,
  ),
);

/** The id of the lot that a paid order brought. */
export const lotOfOrder = (orderId: string): SQL => sql`(select id from credit_lots where source = 'purchase' and reference = ${orderId})`;

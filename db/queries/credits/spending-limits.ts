import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { spendingLimits } from '../../schema/index.ts';

export type SpendingLimitsRow = typeof spendingLimits.$inferSelect;

/** The spending limits of a member; no row if they never set any. */
export const spendingLimitsOf = (db: Database, memberId: string) =>
  db.select().from(spendingLimits).where(eq(spendingLimits.memberId, memberId));

/** Condition: the stored row is the one that was read; false if there was none. */
const isUnchanged = (row: SpendingLimitsRow | null): SQL | undefined =>
  row
    ? and(
        sql`${spendingLimits.day} is ${row.day}`,
        sql`${spendingLimits.week} is ${row.week}`,
        sql`${spendingLimits.month} is ${row.month}`,
        sql`${spendingLimits.pendingFrom} is ${row.pendingFrom}`,
        sql`${spendingLimits.currency} is ${row.currency}`,
      )
    : sql`false`;

/** Writes limits that were computed from the row `before` (null: there was none); no row if that has changed since. */
export const saveSpendingLimits = (db: Database, row: SpendingLimitsRow, before: SpendingLimitsRow | null) =>
  db
    .insert(spendingLimits)
    .values(row)
    .onConflictDoUpdate({
      target: spendingLimits.memberId,
      set: { day: row.day, week: row.week, month: row.month, pending: row.pending, pendingFrom: row.pendingFrom, currency: row.currency },
      setWhere: isUnchanged(before) ?? sql`false`,
    })
    .returning();

import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { spendingLimits } from '../../schema/index.ts';

export type LimitsRow = typeof spendingLimits.$inferSelect;

/** What a member lets themselves spend; no row: they never said. */
export const limitsOf = (db: Database, memberId: string) => db.select().from(spendingLimits).where(eq(spendingLimits.memberId, memberId));

const isStill = (row: LimitsRow | null): SQL | undefined =>
  row
    ? and(
        sql`${spendingLimits.day} is ${row.day}`,
        sql`${spendingLimits.week} is ${row.week}`,
        sql`${spendingLimits.month} is ${row.month}`,
        sql`${spendingLimits.pendingFrom} is ${row.pendingFrom}`,
      )
    : sql`false`;

/** Writes limits that were judged by the row `before`; gives nothing when that is no longer what it was. */
export const saveLimits = (db: Database, row: LimitsRow, before: LimitsRow | null) =>
  db
    .insert(spendingLimits)
    .values(row)
    .onConflictDoUpdate({
      target: spendingLimits.memberId,
      set: { day: row.day, week: row.week, month: row.month, pending: row.pending, pendingFrom: row.pendingFrom },
      setWhere: isStill(before) ?? sql`false`,
    })
    .returning();

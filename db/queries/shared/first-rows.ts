import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** The most rows that a statement of the scheduled handler deletes: few enough that other writers hardly wait for it. */
export const ROWS_PER_DELETION = 500;

/** Condition: a row is among the first ROWS_PER_DELETION rows of its table for which a condition holds. */
export const isAmongFirst = (table: SQLiteTable, which: SQL | undefined): SQL =>
  sql`${table}.rowid in (select ${table}.rowid from ${table} where ${which} limit ${ROWS_PER_DELETION})`;

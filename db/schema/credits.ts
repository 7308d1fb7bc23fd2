import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

const LEDGER_REASONS = ['welcome', 'message', 'refund', 'grant', 'purchase', 'reversal', 'owed'] as const;

/**
 * Every movement of a balance; members.credits is their sum. (reason, reference) happens once. What an order gave is `purchase` under the
 * order's id; what a refund or charge-back took or gave back `reversal` under `<order>#<revision>`; what paid off a debt `owed` under the order's id.
 */
export const ledger = sqliteTable(
  'ledger',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    amount: integer().notNull(),
    reason: text({ enum: LEDGER_REASONS }).notNull(),
    reference: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index('ledger_of_member').on(t.memberId, t.createdAt), uniqueIndex('ledger_once').on(t.reason, t.reference)],
);

/** Credits that a charge-back or refund should have taken and the balance no longer had, an account of its own: the sum of its lines, never negative, and never part of a balance. */
export const debts = sqliteTable(
  'debts',
  {
    memberId: text()
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    owed: integer().notNull().default(0),
  },
  () => [check('debts_not_negative', sql`owed >= 0`)],
);

/** Every movement of a debt: positive under `<order>#<revision>` when it grew, negative under the order's id when a purchase paid it off. */
export const debtLines = sqliteTable(
  'debt_lines',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    amount: integer().notNull(),
    reason: text({ enum: ['reversal', 'purchase'] }).notNull(),
    reference: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index('debt_lines_of_member').on(t.memberId, t.createdAt), uniqueIndex('debt_lines_once').on(t.reason, t.reference)],
);

/** What a member lets themselves spend, in minor units of their currency; null: no limit. What is looser than before waits until `pendingFrom`. */
export const spendingLimits = sqliteTable('spending_limits', {
  memberId: text()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  day: integer(),
  week: integer(),
  month: integer(),
  pending: text({ mode: 'json' }).$type<{ day: number | null; week: number | null; month: number | null }>(),
  pendingFrom: integer(),
});

import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

const LEDGER_REASONS = ['welcome', 'message', 'refund', 'grant'] as const;

/** Every movement of a balance; members.credits is their sum. (reason, reference) happens once. */
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

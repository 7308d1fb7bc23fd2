import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/**
 * Cancellations of contracts that were sent without a login (docs/product.md, "Cancellation without login"). `memberId` is that of the account
 * whose contract it names, null if none was found; the row goes with the account. `closedAt` is null while an operator has to look at it.
 */
export const cancellations = sqliteTable(
  'cancellations',
  {
    number: text().primaryKey(),
    memberId: text().references(() => members.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    locale: text().notNull(),
    kind: text({ enum: ['ordinary', 'for_cause'] }).notNull(),
    /** The order that names the contract; empty if none was given. */
    orderNumber: text().notNull(),
    /** The day with which the contract is to end, as YYYY-MM-DD; null: as early as possible. */
    endsOn: text(),
    reason: text().notNull(),
    createdAt: integer().notNull(),
    closedAt: integer(),
  },
  (t) => [
    index('cancellations_open').on(t.createdAt).where(sql`closed_at is null`),
    index('cancellations_closed').on(t.closedAt).where(sql`closed_at is not null`),
    index('cancellations_by_address').on(t.email, t.createdAt),
    index('cancellations_of_member').on(t.memberId),
  ],
);

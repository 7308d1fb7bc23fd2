import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/** Codes that lower a price or add credits; one of the two is set. Kept in capitals. */
export const discounts = sqliteTable(
  'discounts',
  {
    code: text().primaryKey(),
    /** `welcome`: for `hours` from each sign-up; `time_bonus`: for everyone between its times; `stay`: offered to one member who was leaving; `code`: for who types it. */
    kind: text({ enum: ['code', 'welcome', 'time_bonus', 'stay'] }).notNull(),
    percent: integer(),
    extraCredits: integer(),
    startsAt: integer().notNull(),
    endsAt: integer(),
    hours: integer(),
    /** How often in all, and by one account; null: without end. */
    uses: integer(),
    perAccount: integer().notNull().default(1),
    memberId: text().references(() => members.id, { onDelete: 'cascade' }),
    createdAt: integer().notNull(),
  },
  (t) => [index('discounts_by_kind').on(t.kind, t.endsAt), uniqueIndex('discounts_stay').on(t.memberId)],
);

/** A use is reserved with its order, kept once that is paid and given back when it never will be. */
export const discountUses = sqliteTable(
  'discount_uses',
  {
    orderId: text().primaryKey(),
    code: text()
      .notNull()
      .references(() => discounts.code, { onDelete: 'cascade' }),
    memberId: text().references(() => members.id, { onDelete: 'set null' }),
    state: text({ enum: ['reserved', 'kept', 'returned'] }).notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index('discount_uses_of_code').on(t.code, t.state), index('discount_uses_of_member').on(t.memberId, t.code)],
);

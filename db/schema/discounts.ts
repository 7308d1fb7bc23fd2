import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/** Codes that lower a price or add credits; exactly one of `percent` and `extraCredits` is set. Codes are stored in capitals. */
export const discounts = sqliteTable(
  'discounts',
  {
    code: text().primaryKey(),
    /**
     * `code`: for members who type it. `welcome`: during `hours` from each sign-up. `time_bonus`: for everybody between its times. `stay`:
     * for the one member who was about to delete the account.
     */
    kind: text({ enum: ['code', 'welcome', 'time_bonus', 'stay'] }).notNull(),
    percent: integer(),
    extraCredits: integer(),
    startsAt: integer().notNull(),
    endsAt: integer(),
    hours: integer(),
    /** By all accounts together; null: without limit. */
    maxUses: integer(),
    maxUsesPerAccount: integer().notNull().default(1),
    memberId: text().references(() => members.id, { onDelete: 'cascade' }),
    createdAt: integer().notNull(),
  },
  (t) => [index('discounts_by_kind').on(t.kind, t.endsAt), uniqueIndex('discounts_stay').on(t.memberId)],
);

/** Uses of codes by orders: `reserved` with the order, `kept` once it is paid, `returned` when it ended unpaid. */
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

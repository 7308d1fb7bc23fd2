import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/** The same as in contract/credits.ts, which db/ may not import: a reason that is missing there does not compile in the Worker. */
const LEDGER_REASONS = ['welcome', 'message', 'refund', 'grant', 'purchase', 'reversal', 'owed'] as const;

/**
 * The lots in which a member's credits came, spent oldest first (docs/product.md, "Credit lots"). What remains of a lot is the sum of its
 * ledger lines, and a member's balance is the sum of what remains of the lots. Each (source, reference) exists once. The references:
 * - `welcome`: the member's id. `grant`: the lot's id, for demo accounts the member's.
 * - `purchase`: the order's id. Its extra credits are part of it.
 */
export const creditLots = sqliteTable(
  'credit_lots',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    source: text({ enum: ['welcome', 'grant', 'purchase'] }).notNull(),
    reference: text().notNull(),
    remaining: integer().notNull(),
    createdAt: integer().notNull(),
    // Why an operator granted the credits; null for all other lots.
    note: text(),
  },
  (t) => [
    check('credit_lots_not_negative', sql`remaining >= 0`),
    index('credit_lots_of_member').on(t.memberId, t.createdAt, t.id),
    uniqueIndex('credit_lots_once').on(t.source, t.reference),
  ],
);

/**
 * Every movement of a credit lot. A movement of several lots has one line for each, with the same reason, reference and time. Each (reason,
 * reference, lot) exists once. The reasons and references:
 * - `welcome`: credits of a new account; the member's id.
 * - `message`: the price of a message; its id. `refund`: what was given back for it; the same id.
 * - `grant`: credits that an operator or the demo data gave; the reference of the lot.
 * - `purchase`: credits of an order; its id.
 * - `reversal`: credits that a refund, a charge-back or a withdrawal took, or that a won charge-back gave back; `<order>#<revision>`, with
 *   the order's revision, which every change of the order raises.
 * - `owed`: credits that paid off a debt; the reference of the line that brought them, for a refund `<message>#refund`, for a grant
 *   `<lot>#grant`.
 */
export const ledgerLines = sqliteTable(
  'ledger_lines',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    amount: integer().notNull(),
    reason: text({ enum: LEDGER_REASONS }).notNull(),
    reference: text().notNull(),
    createdAt: integer().notNull(),
    lotId: text()
      .notNull()
      .references(() => creditLots.id, { onDelete: 'cascade' }),
  },
  (t) => [
    index('ledger_lines_of_member').on(t.memberId, t.createdAt),
    index('ledger_lines_of_lot').on(t.lotId),
    uniqueIndex('ledger_lines_once').on(t.reason, t.reference, t.lotId),
  ],
);

/**
 * Credits that a charge-back or refund should have taken but that were already spent: the sum of the member's debt lines, never negative
 * and not part of the balance.
 */
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

/**
 * Every movement of a debt: positive when it grew, negative when a purchase, a won charge-back, a grant or the refund of a message paid it
 * off. References as in the `owed` lines of `ledger_lines`.
 */
export const debtLines = sqliteTable(
  'debt_lines',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    amount: integer().notNull(),
    reason: text({ enum: ['reversal', 'purchase', 'refund', 'grant'] }).notNull(),
    reference: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index('debt_lines_of_member').on(t.memberId, t.createdAt), uniqueIndex('debt_lines_once').on(t.reason, t.reference)],
);

/**
 * A member's own spending limits, in minor units of `currency`, the one in which they were set; null means no limit. Looser limits are
 * `pending` and apply from `pendingFrom` on.
 */
export const spendingLimits = sqliteTable('spending_limits', {
  memberId: text()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  day: integer(),
  week: integer(),
  month: integer(),
  pending: text({ mode: 'json' }).$type<{ day: number | null; week: number | null; month: number | null }>(),
  pendingFrom: integer(),
  /** Null if a Worker from before the column wrote the row: then the currency in which the member pays. */
  currency: text(),
});

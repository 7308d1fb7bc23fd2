import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/** A column with the id of a member; its row is deleted with the account. */
const memberReference = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * Photos. `thumb`, `medium` and `large` are names of files in the bucket that cannot be guessed. While `heldSince` is set, a photo is shown to
 * its owner only (docs/product.md, "Photo check").
 */
export const images = sqliteTable(
  'images',
  {
    id: text().primaryKey(),
    memberId: memberReference(),
    position: integer().notNull(),
    thumb: text().notNull(),
    medium: text().notNull(),
    large: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    thumbhash: text().notNull(),
    isNude: integer({ mode: 'boolean' }).notNull().default(false),
    // The photo check has marked it as nude, and its owner cannot take the mark away.
    isNudeByCheck: integer({ mode: 'boolean' }).notNull().default(false),
    heldSince: integer(),
    // When the classifier is asked again about a held photo; null if an operator decides.
    checkDueAt: integer(),
    checkTries: integer().notNull().default(0),
    // Who has let a held photo pass; null if it was never held.
    acceptedBy: text({ enum: ['classifier', 'operator', 'command_line', 'rule'] }),
  },
  (t) => [
    index('images_of_member').on(t.memberId, t.position),
    // A file is served only while its photo and its account are there, so each request of a photo looks its name up.
    index('images_by_thumb').on(t.thumb),
    index('images_by_medium').on(t.medium),
    index('images_by_large').on(t.large),
    // Both are short, as no photo is held for good.
    index('images_held').on(t.heldSince).where(sql`held_since is not null`),
    index('images_check_due').on(t.checkDueAt).where(sql`check_due_at is not null`),
  ],
);

/** Values of profile fields; ids are those of `catalogue`. */
export const memberFields = sqliteTable(
  'member_fields',
  { memberId: memberReference(), fieldId: text().notNull(), value: text().notNull() },
  (t) => [primaryKey({ columns: [t.memberId, t.fieldId] })],
);

/** A member's answers to prompts, in the order of `position`; prompt ids are those of `catalogue`. */
export const memberPrompts = sqliteTable(
  'member_prompts',
  { memberId: memberReference(), promptId: text().notNull(), position: integer().notNull(), answer: text().notNull() },
  (t) => [primaryKey({ columns: [t.memberId, t.promptId] }), index('member_prompts_in_order').on(t.memberId, t.position)],
);

/** Interests of members; ids are those of `catalogue`. */
export const memberInterests = sqliteTable('member_interests', { memberId: memberReference(), interestId: text().notNull() }, (t) => [
  primaryKey({ columns: [t.memberId, t.interestId] }),
]);

/**
 * Files to be deleted from the photo bucket. The batch that removes the last reference to a file writes its row. An upload writes rows
 * before its files (`scheduleRemovalsBeforeUpload`), and the batch that adds the photo deletes them. Any other row goes after its file.
 */
export const fileRemovals = sqliteTable(
  'file_removals',
  { name: text().primaryKey(), dueAt: integer().notNull(), tries: integer().notNull().default(0) },
  (t) => [index('file_removals_due').on(t.dueAt)],
);

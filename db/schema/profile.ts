import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

const ofMember = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** A photo's three files in the bucket; names cannot be guessed. */
export const images = sqliteTable(
  'images',
  {
    id: text().primaryKey(),
    memberId: ofMember(),
    position: integer().notNull(),
    thumb: text().notNull(),
    medium: text().notNull(),
    large: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    thumbhash: text().notNull(),
    isNude: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('images_of_member').on(t.memberId, t.position)],
);

export const memberFields = sqliteTable(
  'member_fields',
  { memberId: ofMember(), fieldId: text().notNull(), value: text().notNull() },
  (t) => [primaryKey({ columns: [t.memberId, t.fieldId] })],
);

export const memberInterests = sqliteTable('member_interests', { memberId: ofMember(), interestId: text().notNull() }, (t) => [
  primaryKey({ columns: [t.memberId, t.interestId] }),
]);

/** Files in the bucket that nothing names any longer; written in the batch that lets go of them, gone once the bucket has dropped them. */
export const fileRemovals = sqliteTable(
  'file_removals',
  { name: text().primaryKey(), dueAt: integer().notNull(), tries: integer().notNull().default(0) },
  (t) => [index('file_removals_due').on(t.dueAt)],
);

import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/**
 * Complaints to the operator. `memberId` is null when the sender was not logged in; a member's complaints are deleted with the account.
 * Open until `closedAt`.
 */
export const complaints = sqliteTable(
  'complaints',
  {
    number: text().primaryKey(),
    memberId: text().references(() => members.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    name: text().notNull(),
    locale: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    reference: text().notNull(),
    profileId: text().references(() => members.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
    answer: text(),
    // When the mail with the answer was written; null while it is still to be written.
    answerMailedAt: integer(),
    closedAt: integer(),
  },
  (t) => [
    index('complaints_open').on(t.createdAt).where(sql`closed_at is null`),
    index('complaints_closed').on(t.closedAt).where(sql`closed_at is not null`),
    index('complaints_to_answer').on(t.closedAt).where(sql`answer is not null and answer_mailed_at is null`),
    index('complaints_by_time').on(t.createdAt, t.subject),
    index('complaints_by_address').on(t.email, t.createdAt),
    index('complaints_of_member').on(t.memberId),
    index('complaints_about').on(t.profileId).where(sql`profile_id is not null`),
  ],
);

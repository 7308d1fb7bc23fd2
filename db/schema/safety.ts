import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/** A column with the id of a member; its row is deleted with the account. */
const memberReference = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** Which member blocks which. */
export const blocks = sqliteTable(
  'blocks',
  { blockerId: memberReference(), blockedId: memberReference(), createdAt: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('blocks_received').on(t.blockedId, t.blockerId),
    index('blocks_by_time').on(t.blockerId, sql`created_at desc`, t.blockedId),
  ],
);

/** Members whom a member has hidden from their own searches and lists. */
export const hides = sqliteTable(
  'hides',
  { memberId: memberReference(), hiddenId: memberReference(), createdAt: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.memberId, t.hiddenId] }),
    index('hides_by_time').on(t.memberId, sql`created_at desc`, t.hiddenId),
    // For erasures, which would read all rows without it.
    index('hides_of_hidden').on(t.hiddenId),
  ],
);

/** Reports of members about others, open until the operator closes them. `messageIds` names messages that the reporter could read. */
export const reports = sqliteTable(
  'reports',
  {
    id: text().primaryKey(),
    reporterId: memberReference(),
    reportedId: memberReference(),
    reason: text({ enum: ['fake', 'scam', 'underage', 'harassment', 'nudity', 'spam', 'other'] }).notNull(),
    text: text().notNull().default(''),
    messageIds: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    createdAt: integer().notNull(),
    closedAt: integer(),
  },
  (t) => [
    index('reports_open').on(t.createdAt).where(sql`closed_at is null`),
    index('reports_of_reporter').on(t.reporterId, t.createdAt),
    index('reports_of_reported').on(t.reportedId),
    index('reports_by_time').on(t.createdAt, t.reason),
    index('reports_closed').on(t.closedAt, t.createdAt).where(sql`closed_at is not null`),
  ],
);

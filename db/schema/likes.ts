import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

const aMember = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** Who likes whom; two rows that mirror each other are a match. */
export const likes = sqliteTable(
  'likes',
  {
    likerId: aMember(),
    likedId: aMember(),
    isNew: integer({ mode: 'boolean' }).notNull().default(true),
    createdAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.likerId, t.likedId] }),
    index('likes_received').on(t.likedId, sql`is_new desc`, sql`created_at desc`, t.likerId),
    index('likes_new_by_time').on(t.createdAt, t.likedId).where(sql`is_new = 1`),
    index('likes_given').on(t.likerId, sql`created_at desc`, t.likedId),
  ],
);

/** When the later of the two was told. Without a comma, which drizzle-kit takes for the end of an index's column. */
export const lastToldAt = sql<number>`case when match_told_at is null or like_told_at > match_told_at then like_told_at else match_told_at end`;

/**
 * When a like, or a match, was told, and whether the like had been opened when it was taken back; a like given again does not undo
 * it: flapping tells nobody twice. A match stands under both directions.
 */
export const likeNotices = sqliteTable(
  'like_notices',
  {
    likerId: aMember(),
    likedId: aMember(),
    likeToldAt: integer(),
    wasOpened: integer({ mode: 'boolean' }).notNull().default(false),
    matchToldAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.likerId, t.likedId] }),
    index('like_notices_of_liked').on(t.likedId),
    index('like_notices_by_time').on(lastToldAt),
  ],
);

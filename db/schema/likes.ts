import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/** A column with the id of a member; its row is deleted with the account. */
const aMember = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** Likes. Two rows with the members exchanged are a match. `isNew`: its receiver has not seen it yet. */
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

/**
 * The later of the times of the two notifications. Written without a comma, which drizzle-kit would take for the end of the indexed column.
 */
export const lastToldAt = sql<number>`case when match_told_at is null or like_told_at > match_told_at then like_told_at else match_told_at end`;

/**
 * When a like and a match were last notified, kept after the like is withdrawn, so that giving it again notifies nobody twice
 * (docs/product.md, "Notification de-duplication of likes"). `wasOpened`: the like had been seen when it was withdrawn. A match is noted in
 * both directions.
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

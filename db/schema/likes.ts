import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/** A column with the id of a member; its row is deleted with the account. */
const memberReference = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** Likes. Two rows with the members exchanged are a match. `isNew`: its receiver has not seen it yet. */
export const likes = sqliteTable(
  'likes',
  {
    likerId: memberReference(),
    likedId: memberReference(),
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
export const lastNotifiedAt = sql<number>`case when match_notified_at is null or like_notified_at > match_notified_at then like_notified_at else match_notified_at end`;

/**
 * When a like and a match were last notified, kept after the like is withdrawn, so that giving it again notifies nobody twice
 * (docs/product.md, "Notification de-duplication of likes"). `wasSeen`: the like had been seen when it was withdrawn. A match is noted in
 * both directions.
 */
export const likeNotificationLog = sqliteTable(
  'like_notification_log',
  {
    likerId: memberReference(),
    likedId: memberReference(),
    likeNotifiedAt: integer(),
    wasSeen: integer({ mode: 'boolean' }).notNull().default(false),
    matchNotifiedAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.likerId, t.likedId] }),
    index('like_notification_log_of_liked').on(t.likedId),
    index('like_notification_log_by_time').on(lastNotifiedAt),
  ],
);

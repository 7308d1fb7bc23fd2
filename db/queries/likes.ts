import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../client.ts';
import { images, likes, members } from '../schema/index.ts';
import { badgePatches } from './account.ts';
import { type EventInsert, insertEventWhen, justWritten } from './outbox.ts';
import { cardColumns, isMainImage, isMyLike, myLike, notBlocked } from './profile.ts';

/** Where a list of likes goes on: the sort key of the last row served. */
export interface LikesCursor {
  readonly isNew: boolean;
  readonly createdAt: number;
  readonly id: string;
}

/** What a like may cause, each addressed to one of the two. */
export interface LikeEvents {
  readonly received: EventInsert;
  readonly matchForThem: EventInsert;
  readonly matchForMe: EventInsert;
}

const back = alias(likes, 'back');
const canBeSeen = (memberId: string) => and(inArray(members.status, ['active', 'not_confirmed']), notBlocked(memberId, members.id));

const after = (cursor: LikesCursor | null, other: SQL, isNew: SQL): SQL | undefined =>
  cursor ? sql`(${isNew}, ${likes.createdAt}, ${other}) < (${cursor.isNew ? 1 : 0}, ${cursor.createdAt}, ${cursor.id})` : undefined;

/** Members whom I like, newest first. With `onlyMatches`, those who like me, too. */
export const likesGiven = (db: Database, memberId: string, onlyMatches: boolean, cursor: LikesCursor | null, limit: number) =>
  db
    .select({ ...cardColumns, isNew: sql<number>`0`, likedAt: likes.createdAt })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likedId))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .leftJoin(back, and(eq(back.likerId, likes.likedId), eq(back.likedId, memberId)))
    .where(
      and(
        eq(likes.likerId, memberId),
        canBeSeen(memberId),
        onlyMatches ? isNotNull(back.likerId) : undefined,
        after(cursor, sql`${likes.likedId}`, sql`0`),
      ),
    )
    .orderBy(desc(likes.createdAt), desc(likes.likedId))
    .limit(limit);

/** Members who like me, new ones first, then newest. */
export const likesReceived = (db: Database, memberId: string, cursor: LikesCursor | null, limit: number) =>
  db
    .select({ ...cardColumns, isNew: sql<number>`${likes.isNew}`, likedAt: likes.createdAt })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likerId))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .where(and(eq(likes.likedId, memberId), canBeSeen(memberId), after(cursor, sql`${likes.likerId}`, sql`${likes.isNew}`)))
    .orderBy(desc(likes.isNew), desc(likes.createdAt), desc(likes.likerId))
    .limit(limit);

/** How many likes I gave, got and share, and how many of those I got are new. */
export const likeTotals = (db: Database, memberId: string) => {
  const count = (mine: SQL, other: SQL, more: SQL = sql`1`) =>
    sql`(select count(*) from ${likes} join ${members} on ${members.id} = ${other} where ${mine} = ${memberId} and ${canBeSeen(memberId)} and ${more})`;
  const given = [sql`${likes.likerId}`, sql`${likes.likedId}`] as const;
  const received = [sql`${likes.likedId}`, sql`${likes.likerId}`] as const;
  const isMutual = sql`exists (select 1 from likes back where back.liker_id = ${likes.likedId} and back.liked_id = ${likes.likerId})`;
  return db.all<{ profiles: number; likedBy: number; matches: number; newLikes: number }>(
    sql`select ${count(...given)} as profiles, ${count(...received)} as likedBy, ${count(...given, isMutual)} as matches, ${count(...received, sql`${likes.isNew} = 1`)} as newLikes`,
  );
};

export const insertLike = (db: Database, likerId: string | SQL<string>, likedId: string, now: number) =>
  db.insert(likes).values({ likerId, likedId, createdAt: now }).onConflictDoNothing();

/** The liker of a like that may be given; null across a block, so that NOT NULL undoes the batch. */
const unlessBlocked = (likerId: string, likedId: string) =>
  sql<string>`case when ${notBlocked(likerId, sql`${likedId}`)} then ${likerId} end`;

export const markLikeSeen = (db: Database, likerId: string, likedId: string) =>
  db
    .update(likes)
    .set({ isNew: false })
    .where(and(eq(likes.likerId, likerId), eq(likes.likedId, likedId)));

/** A like that its receiver can see: not from a gone member, not across a block. */
export const receivedLike = (db: Database, likerId: string, likedId: string) =>
  db
    .select({ isNew: likes.isNew })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likerId))
    .where(and(eq(likes.likerId, likerId), eq(likes.likedId, likedId), canBeSeen(likedId)));

/**
 * Writes a like and, only where there was none, tells its receiver with their badge and both of the match; one batch, in this order. A
 * block between the two breaks `NOT NULL likes.liker_id`.
 */
export const giveLike = (db: Database, likerId: string, now: number, { received, matchForThem, matchForMe }: LikeEvents) => {
  const likedId = received.memberId;
  const isMatch = sql`${justWritten} and exists (select 1 from likes where liker_id = ${likedId} and liked_id = ${likerId})`;
  return [
    insertLike(db, unlessBlocked(likerId, likedId), likedId, now),
    insertEventWhen(db, received, justWritten, badgePatches(likedId, '$.badge')),
    insertEventWhen(db, matchForThem, isMatch),
    insertEventWhen(db, matchForMe, isMatch),
  ] as const;
};

/** Deletes a like and, if there was one and no block keeps it from them, tells its receiver with the badge that is left; one batch, in this order. */
export const withdrawLike = (db: Database, likerId: string, event: EventInsert) =>
  [
    db.delete(likes).where(and(eq(likes.likerId, likerId), eq(likes.likedId, event.memberId))),
    insertEventWhen(
      db,
      event,
      sql`${justWritten} and ${notBlocked(likerId, sql`${event.memberId}`)}`,
      badgePatches(event.memberId, '$.badge'),
    ),
  ] as const;

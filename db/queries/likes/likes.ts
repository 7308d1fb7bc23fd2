import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { images, lastToldAt, likeNotices, likes, members } from '../../schema/index.ts';
import { cardColumns, isMainImage, isMyLike, myLike, notBlocked } from '../profile/profile.ts';
import { badgePatches } from '../shared/badge.ts';
import { type EventInsert, eventText, insertEventsFrom, insertEventWhen, justWritten, patchedEvent } from '../shared/event-outbox.ts';

/** Cursor of a list of likes: the sort key of the last row served. */
export interface LikesCursor {
  readonly isNew: boolean;
  readonly createdAt: number;
  readonly id: string;
}

/** The events that a like may cause. `again` takes the place of `received` if the receiver was notified of this like before. */
export interface LikeEvents {
  readonly received: EventInsert;
  readonly again: EventInsert;
  readonly matchForThem: EventInsert;
  readonly matchForMe: EventInsert;
}

/** Times (ms): a like or a match that was notified after them is not notified again. */
export interface ToldSince {
  readonly like: number;
  readonly match: number;
}

const back = alias(likes, 'back');
const canBeSeen = (memberId: string) => and(inArray(members.status, ['active', 'not_confirmed']), notBlocked(memberId, members.id));

const after = (cursor: LikesCursor | null, isNew: SQL, likedAt: SQL, other: SQL): SQL | undefined =>
  cursor ? sql`(${isNew}, ${likedAt}, ${other}) < (${cursor.isNew ? 1 : 0}, ${cursor.createdAt}, ${cursor.id})` : undefined;

/** Members whom a member likes, newest first. With `onlyMatches` only mutual likes, each with the time of the later one. */
export function likesGiven(db: Database, memberId: string, onlyMatches: boolean, cursor: LikesCursor | null, limit: number) {
  const likedAt = onlyMatches ? sql<number>`max(${likes.createdAt}, ${back.createdAt})` : sql<number>`${likes.createdAt}`;
  return db
    .select({ ...cardColumns, isNew: sql<number>`0`, likedAt })
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
        after(cursor, sql`0`, likedAt, sql`${likes.likedId}`),
      ),
    )
    .orderBy(desc(likedAt), desc(likes.likedId))
    .limit(limit);
}

/** Members who like a member, new likes first, then the newest. */
export const likesReceived = (db: Database, memberId: string, cursor: LikesCursor | null, limit: number) =>
  db
    .select({ ...cardColumns, isNew: sql<number>`${likes.isNew}`, likedAt: likes.createdAt })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likerId))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .where(
      and(
        eq(likes.likedId, memberId),
        canBeSeen(memberId),
        after(cursor, sql`${likes.isNew}`, sql`${likes.createdAt}`, sql`${likes.likerId}`),
      ),
    )
    .orderBy(desc(likes.isNew), desc(likes.createdAt), desc(likes.likerId))
    .limit(limit);

/** Counts for one member: likes given, likes received, matches, and new likes received. */
export const likeTotals = (db: Database, memberId: string) => {
  const count = (mine: SQL, other: SQL, more: SQL = sql`1`) =>
    sql`(select count(*) from ${likes} join ${members} on ${members.id} = ${other}
      where ${mine} = ${memberId} and ${canBeSeen(memberId)} and ${more})`;
  const given = [sql`${likes.likerId}`, sql`${likes.likedId}`] as const;
  const received = [sql`${likes.likedId}`, sql`${likes.likerId}`] as const;
  const isMutual = sql`exists (select 1 from likes back where back.liker_id = ${likes.likedId} and back.liked_id = ${likes.likerId})`;
  return db.all<{ profiles: number; likedBy: number; matches: number; newLikes: number }>(
    sql`
      select ${count(...given)} as profiles, ${count(...received)} as likedBy, ${count(...given, isMutual)} as matches,
        ${count(...received, sql`${likes.isNew} = 1`)} as newLikes`,
  );
};

/** Inserts a like without any event; nothing if it exists. */
export const insertLike = (db: Database, likerId: string, likedId: string, now: number) =>
  db.insert(likes).values({ likerId, likedId, createdAt: now }).onConflictDoNothing();

/** The id of the liker, or null across a block, which violates NOT NULL likes.liker_id and undoes the batch. */
const unlessBlocked = (likerId: string, likedId: string) =>
  sql<string>`case when ${notBlocked(likerId, sql`${likedId}`)} then ${likerId} end`;

export const markLikeSeen = (db: Database, likerId: string, likedId: string) =>
  db
    .update(likes)
    .set({ isNew: false })
    .where(and(eq(likes.likerId, likerId), eq(likes.likedId, likedId)));

/** A like that its receiver can see; no row if its giver is deleted or banned, or across a block. */
export const receivedLike = (db: Database, likerId: string, likedId: string) =>
  db
    .select({ isNew: likes.isNew })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likerId))
    .where(and(eq(likes.likerId, likerId), eq(likes.likedId, likedId), canBeSeen(likedId)));

const noticeOf = (likerId: string, likedId: string) => and(eq(likeNotices.likerId, likerId), eq(likeNotices.likedId, likedId));

/** Inserts a like. If the same like was notified after `since`, it gets its former time and is not new if it was seen then. */
const insertLikeAgain = (db: Database, likerId: string, likedId: string, now: number, since: number) =>
  db.run(sql`
    insert into ${likes} (liker_id, liked_id, is_new, created_at)
    select ${unlessBlocked(likerId, likedId)}, ${likedId}, coalesce(1 - ${likeNotices.wasOpened}, 1), coalesce(${likeNotices.likeToldAt}, ${now})
    from (select 1) left join ${likeNotices} on ${noticeOf(likerId, likedId)} and ${likeNotices.likeToldAt} > ${since}
    where true on conflict do nothing`);

/** Writes the event of the like, or only that of the badge if the like was notified after `since`. */
function insertReceived(db: Database, likerId: string, { received, again }: LikeEvents, since: number) {
  const wasNotified = sql`exists (
    select 1 from ${likeNotices} where ${noticeOf(likerId, received.memberId)} and ${likeNotices.likeToldAt} > ${since})`;
  const withBadge = (row: EventInsert, path: '$' | '$.badge') => patchedEvent(eventText(row), badgePatches(row.memberId, path));
  return insertEventsFrom(
    db,
    sql`
      select ${received.id}, ${received.memberId},
        case when ${wasNotified} then ${withBadge(again, '$')} else ${withBadge(received, '$.badge')} end,
        ${received.createdAt}, ${received.dueAt}, 0
      where ${justWritten}`,
  );
}

/** Stores when the like was notified, unless it was notified after `since`; a log entry outlives the like. */
const noteLike = (db: Database, likerId: string, likedId: string, now: number, since: number) =>
  db.run(sql`
    insert into ${likeNotices} (liker_id, liked_id, like_told_at) select ${likerId}, ${likedId}, ${now} where ${justWritten}
    on conflict do update set
      was_opened = case when like_told_at > ${since} then was_opened else 0 end,
      like_told_at = case when like_told_at > ${since} then like_told_at else excluded.like_told_at end`);

/** Stores, for both members, when the match was notified. */
const noteMatch = (db: Database, oneId: string, otherId: string, now: number) =>
  db.run(sql`
    insert into ${likeNotices} (liker_id, liked_id, match_told_at)
    select column1, column2, ${now} from (values (${oneId}, ${otherId}), (${otherId}, ${oneId})) where ${justWritten}
    on conflict do update set match_told_at = excluded.match_told_at`);

/**
 * Writes a like and, only if there was none, the events: the like with the receiver's badge, and the match for both. They form one batch in this
 * order. What was notified after `notifiedSince` is not notified again: a repeated like only sends the badge. A block between the two violates
 * `NOT NULL likes.liker_id`.
 */
export function giveLike(db: Database, likerId: string, now: number, events: LikeEvents, notifiedSince: ToldSince) {
  const { received, matchForThem, matchForMe } = events;
  const likedId = received.memberId;
  const isNewMatch = sql`${justWritten}
    and exists (select 1 from ${likes} where ${likes.likerId} = ${likedId} and ${likes.likedId} = ${likerId})
    and not exists (select 1 from ${likeNotices} where ${noticeOf(likerId, likedId)} and ${likeNotices.matchToldAt} > ${notifiedSince.match})`;
  return [
    insertLikeAgain(db, likerId, likedId, now, notifiedSince.like),
    insertReceived(db, likerId, events, notifiedSince.like),
    noteLike(db, likerId, likedId, now, notifiedSince.like),
    insertEventWhen(db, matchForThem, isNewMatch),
    insertEventWhen(db, matchForMe, justWritten),
    noteMatch(db, likerId, likedId, now),
  ] as const;
}

/** Deletes a like, stores in the log whether it was seen, and, if there was a like and no block, writes the event with the receiver's badge. One batch in this order. */
export const withdrawLike = (db: Database, likerId: string, event: EventInsert) =>
  [
    db.run(sql`
      insert into ${likeNotices} (liker_id, liked_id, like_told_at, was_opened)
      select liker_id, liked_id, created_at, 1 - is_new from ${likes} where liker_id = ${likerId} and liked_id = ${event.memberId}
      on conflict do update set was_opened = excluded.was_opened, like_told_at = coalesce(like_told_at, excluded.like_told_at)`),
    db.delete(likes).where(and(eq(likes.likerId, likerId), eq(likes.likedId, event.memberId))),
    insertEventWhen(
      db,
      event,
      sql`${justWritten} and ${notBlocked(likerId, sql`${event.memberId}`)}`,
      badgePatches(event.memberId, '$.badge'),
    ),
  ] as const;

/** Deletes log entries whose last notification is not after `until`, at most `limit` of them. */
export const deletePastNotices = (db: Database, until: number, limit: number) =>
  db.delete(likeNotices).where(sql`rowid in (select rowid from ${likeNotices} where ${lastToldAt} <= ${until} limit ${limit})`);

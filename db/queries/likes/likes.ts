import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { images, lastNotifiedAt, likeNotificationLog, likes, members } from '../../schema/index.ts';
import { cardColumns, isMainImage, isMyLike, isNotBlocked, myLike } from '../profile/profile.ts';
import { badgePatches } from '../shared/badge.ts';
import {
  type EventInsert,
  type EventPatch,
  eventText,
  insertEventsFrom,
  insertEventWhen,
  patchedEvent,
  previousStatementWrote,
} from '../shared/event-outbox.ts';
import { deleteQuoteOfLike, insertQuoteWhen, type QuotedBlock, quoteOfLike } from '../shared/quotes.ts';

/** Cursor of a list of likes: the sort key of the last row served. */
export interface LikesCursor {
  readonly isNew: boolean;
  readonly createdAt: number;
  readonly id: string;
}

/** The events that a like may cause. `badgeOnly` takes the place of `received` if the receiver was notified of this like before. */
export interface LikeEvents {
  readonly received: EventInsert;
  readonly badgeOnly: EventInsert;
  readonly matchForThem: EventInsert;
  readonly matchForMe: EventInsert;
}

/** What a like quotes of the profile of its receiver, with the id of the row to be stored. */
export interface LikeQuote {
  readonly id: string;
  readonly block: QuotedBlock;
}

/** Times (ms): a like or a match that was notified after them is not notified again. */
export interface NotifiedSince {
  readonly like: number;
  readonly match: number;
}

const returnedLike = alias(likes, 'back');
/** Condition: the member of the row exists, and not across a block. */
const isVisibleTo = (memberId: string) => and(inArray(members.status, ['active', 'not_confirmed']), isNotBlocked(memberId, members.id));

/** Condition: the like of the member of the row shows to others, because their address is confirmed. */
const isConfirmed = eq(members.status, 'active');
/** Condition: a member is active: the likes they give show to others and make matches. */
export const isActive = (memberId: string): SQL =>
  sql`exists (select 1 from ${members} where ${members.id} = ${memberId} and ${members.status} = 'active')`;

const isAfterCursor = (cursor: LikesCursor | null, isNew: SQL, likedAt: SQL, other: SQL): SQL | undefined =>
  cursor ? sql`(${isNew}, ${likedAt}, ${other}) < (${cursor.isNew ? 1 : 0}, ${cursor.createdAt}, ${cursor.id})` : undefined;

/** Members whom a member likes, newest first. With `onlyMatches` only mutual likes, each with the time of the later one. */
export function likesGiven(db: Database, memberId: string, onlyMatches: boolean, cursor: LikesCursor | null, limit: number) {
  const likedAt = onlyMatches ? sql<number>`max(${likes.createdAt}, ${returnedLike.createdAt})` : sql<number>`${likes.createdAt}`;
  return db
    .select({ ...cardColumns, isNew: sql<number>`0`, likedAt, about: quoteOfLike(sql`${likes.likerId}`, sql`${likes.likedId}`, memberId) })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likedId))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .leftJoin(returnedLike, and(eq(returnedLike.likerId, likes.likedId), eq(returnedLike.likedId, memberId)))
    .where(
      and(
        eq(likes.likerId, memberId),
        isVisibleTo(memberId),
        onlyMatches ? and(isNotNull(returnedLike.likerId), isConfirmed, isActive(memberId)) : undefined,
        isAfterCursor(cursor, sql`0`, likedAt, sql`${likes.likedId}`),
      ),
    )
    .orderBy(desc(likedAt), desc(likes.likedId))
    .limit(limit);
}

/** Members who like a member, new likes first, then the newest. */
export const likesReceived = (db: Database, memberId: string, cursor: LikesCursor | null, limit: number) =>
  db
    .select({
      ...cardColumns,
      isNew: sql<number>`${likes.isNew}`,
      likedAt: likes.createdAt,
      about: quoteOfLike(sql`${likes.likerId}`, sql`${likes.likedId}`, memberId),
    })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likerId))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .where(
      and(
        eq(likes.likedId, memberId),
        isConfirmed,
        isVisibleTo(memberId),
        isAfterCursor(cursor, sql`${likes.isNew}`, sql`${likes.createdAt}`, sql`${likes.likerId}`),
      ),
    )
    .orderBy(desc(likes.isNew), desc(likes.createdAt), desc(likes.likerId))
    .limit(limit);

/** Counts for one member: likes given, likes received, matches, and new likes received. */
export const likeTotals = (db: Database, memberId: string) => {
  const count = (mine: SQL, other: SQL, more: SQL = sql`1`) =>
    sql`(select count(*) from ${likes} join ${members} on ${members.id} = ${other}
      where ${mine} = ${memberId} and ${isVisibleTo(memberId)} and ${more})`;
  const given = [sql`${likes.likerId}`, sql`${likes.likedId}`] as const;
  const received = [sql`${likes.likedId}`, sql`${likes.likerId}`] as const;
  const isMutual = sql`exists (select 1 from likes back where back.liker_id = ${likes.likedId} and back.liked_id = ${likes.likerId}) and ${isConfirmed}
    and ${isActive(memberId)}`;
  return db.all<{ profiles: number; likedBy: number; matches: number; newLikes: number }>(
    sql`
      select ${count(...given)} as profiles, ${count(...received, sql`${isConfirmed}`)} as likedBy, ${count(...given, isMutual)} as matches,
        ${count(...received, sql`${likes.isNew} = 1 and ${isConfirmed}`)} as newLikes`,
  );
};

/** Inserts a like without any event; nothing if it exists. */
export const insertLike = (db: Database, likerId: string, likedId: string, now: number) =>
  db.insert(likes).values({ likerId, likedId, createdAt: now }).onConflictDoNothing();

/** The id of the liker, or null across a block, which violates NOT NULL likes.liker_id and undoes the batch. */
const likerIdUnlessBlocked = (likerId: string, likedId: string) =>
  sql<string>`case when ${isNotBlocked(likerId, sql`${likedId}`)} then ${likerId} end`;

/** Marks a like as seen by its receiver. */
export const setLikeSeen = (db: Database, likerId: string, likedId: string) =>
  db
    .update(likes)
    .set({ isNew: false })
    .where(and(eq(likes.likerId, likerId), eq(likes.likedId, likedId)));

/** A like that its receiver can see; no row if its giver is deleted, banned or unconfirmed, or across a block. */
export const receivedLike = (db: Database, likerId: string, likedId: string) =>
  db
    .select({ isNew: likes.isNew })
    .from(likes)
    .innerJoin(members, eq(members.id, likes.likerId))
    .where(and(eq(likes.likerId, likerId), eq(likes.likedId, likedId), isConfirmed, isVisibleTo(likedId)));

const isLogEntryOf = (likerId: string, likedId: string) =>
  and(eq(likeNotificationLog.likerId, likerId), eq(likeNotificationLog.likedId, likedId));

/** Inserts a like. If the same like was notified after `since`, it gets its former time and is not new if it was seen then. */
const insertLikeUnlessBlocked = (db: Database, likerId: string, likedId: string, now: number, since: number) =>
  db.run(sql`
    insert into ${likes} (liker_id, liked_id, is_new, created_at)
    select ${likerIdUnlessBlocked(likerId, likedId)}, ${likedId}, coalesce(1 - ${likeNotificationLog.wasSeen}, 1), coalesce(${likeNotificationLog.likeNotifiedAt}, ${now})
    from (select 1) left join ${likeNotificationLog} on ${isLogEntryOf(likerId, likedId)} and ${likeNotificationLog.likeNotifiedAt} > ${since}
    where true on conflict do nothing`);

/** Writes the event of the like, or only that of the badge if the like was notified after `since`; none while the giver is unconfirmed. */
function insertReceivedEvent(db: Database, likerId: string, { received, badgeOnly }: LikeEvents, since: number, quote: LikeQuote | null) {
  const wasNotified = sql`exists (
    select 1 from ${likeNotificationLog} where ${isLogEntryOf(likerId, received.memberId)} and ${likeNotificationLog.likeNotifiedAt} > ${since})`;
  const about: EventPatch[] = quote ? [['$.about', sql`json(${quoteOfLike(likerId, received.memberId, received.memberId)})`]] : [];
  return insertEventsFrom(
    db,
    sql`
      select ${received.id}, ${received.memberId},
        case when ${wasNotified} then ${patchedEvent(eventText(badgeOnly), badgePatches(badgeOnly.memberId, '$'))}
          else ${patchedEvent(eventText(received), [...about, ...badgePatches(received.memberId, '$.badge')])} end,
        ${received.createdAt}, ${received.dueAt}, 0
      where ${previousStatementWrote} and ${isActive(likerId)}`,
  );
}

/** Stores when the like was notified, unless it was notified after `since`; a log entry outlives the like. */
const logLikeNotification = (db: Database, likerId: string, likedId: string, now: number, since: number) =>
  db.run(sql`
    insert into ${likeNotificationLog} (liker_id, liked_id, like_notified_at) select ${likerId}, ${likedId}, ${now} where ${previousStatementWrote}
    on conflict do update set
      was_seen = case when like_notified_at > ${since} then was_seen else 0 end,
      like_notified_at = case when like_notified_at > ${since} then like_notified_at else excluded.like_notified_at end`);

/** Stores, for both members, when the match was notified. */
const logMatchNotification = (db: Database, oneId: string, otherId: string, now: number) =>
  db.run(sql`
    insert into ${likeNotificationLog} (liker_id, liked_id, match_notified_at)
    select column1, column2, ${now} from (values (${oneId}, ${otherId}), (${otherId}, ${oneId})) where ${previousStatementWrote}
    on conflict do update set match_notified_at = excluded.match_notified_at`);

/**
 * Writes a like and, only if there was none, the events: the like with the receiver's badge, and the match for both. They form one batch in this
 * order. The like of an unconfirmed giver is written without any. What was notified after `notifiedSince` is not notified again: a repeated
 * like only sends the badge, and keeps the quote of the first. A block between the two violates `NOT NULL likes.liker_id`; a quoted block that
 * the profile does not have violates `NOT NULL quotes.text`.
 */
export function giveLike(
  db: Database,
  likerId: string,
  now: number,
  events: LikeEvents,
  notifiedSince: NotifiedSince,
  quote: LikeQuote | null = null,
) {
  const { received, matchForThem, matchForMe } = events;
  const likedId = received.memberId;
  const isNewMatch = sql`${previousStatementWrote}
    and exists (select 1 from ${likes} where ${likes.likerId} = ${likedId} and ${likes.likedId} = ${likerId}) and ${isActive(likedId)}
    and not exists (select 1 from ${likeNotificationLog} where ${isLogEntryOf(likerId, likedId)} and ${likeNotificationLog.matchNotifiedAt} > ${notifiedSince.match})`;
  const isNewLike = sql`not exists (select 1 from ${likes} where ${likes.likerId} = ${likerId} and ${likes.likedId} = ${likedId})`;
  const quoteRow = { authorId: likerId, ownerId: likedId, messageId: null, createdAt: now };
  const likedByBoth = (mineId: string, theirId: string): EventPatch[] => [
    ['$.liked.mine', sql`json(${quoteOfLike(mineId, theirId, mineId)})`],
    ['$.liked.theirs', sql`json(${quoteOfLike(theirId, mineId, mineId)})`],
  ];
  return {
    quote: quote && insertQuoteWhen(db, { ...quoteRow, id: quote.id }, quote.block, isNewLike),
    like: insertLikeUnlessBlocked(db, likerId, likedId, now, notifiedSince.like),
    receivedEvent: insertReceivedEvent(db, likerId, events, notifiedSince.like, quote),
    likeLog: logLikeNotification(db, likerId, likedId, now, notifiedSince.like),
    matchEventForThem: insertEventWhen(db, matchForThem, isNewMatch, likedByBoth(likedId, likerId)),
    matchEventForMe: insertEventWhen(db, matchForMe, previousStatementWrote, likedByBoth(likerId, likedId)),
    matchLog: logMatchNotification(db, likerId, likedId, now),
  };
}

/** Deletes a like with its quote, stores in the log whether it was seen, and, if there was a like that showed and no block, writes the event with the receiver's badge. One batch in this order. */
export const withdrawLike = (db: Database, likerId: string, event: EventInsert) => ({
  likeLog: db.run(sql`
    insert into ${likeNotificationLog} (liker_id, liked_id, like_notified_at, was_seen)
    select liker_id, liked_id, created_at, 1 - is_new from ${likes} where liker_id = ${likerId} and liked_id = ${event.memberId} and ${isActive(likerId)}
    on conflict do update set was_seen = excluded.was_seen, like_notified_at = coalesce(like_notified_at, excluded.like_notified_at)`),
  deletedQuote: deleteQuoteOfLike(db, likerId, event.memberId),
  deletedLike: db.delete(likes).where(and(eq(likes.likerId, likerId), eq(likes.likedId, event.memberId))),
  withdrawnEvent: insertEventWhen(
    db,
    event,
    sql`${previousStatementWrote} and ${isActive(likerId)} and ${isNotBlocked(likerId, sql`${event.memberId}`)}`,
    badgePatches(event.memberId, '$.badge'),
  ),
});

/** Deletes log entries whose last notification is not after `until`, at most `limit` of them. */
export const deletePastLikeNotificationLog = (db: Database, until: number, limit: number) =>
  db
    .delete(likeNotificationLog)
    .where(sql`rowid in (select rowid from ${likeNotificationLog} where ${lastNotifiedAt} <= ${until} limit ${limit})`);

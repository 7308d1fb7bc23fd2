import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { compiled, compiledRows } from '../../prepared-statement.ts';
import { packed } from '../../row-codec.ts';
import { accountNotices, images, inbox, likes, members } from '../../schema/index.ts';
import { blocksOther } from '../chat/conversations.ts';
import { cardColumns, isMainImage, isMyLike, notBlocked } from '../profile/profile.ts';
import { cadenceIn, matrixOf, readToOf } from './notification-settings.ts';
import { hasSubscription, insertPushWhen, type PushInsert } from './push-queue.ts';

/** Where a list of what happened goes on: the last one served. */
export interface NoticePlace {
  readonly at: number;
  readonly id: string;
}

const mine = alias(likes, 'mine');
const theirs = alias(likes, 'theirs');

/** Someone whose likes are told: neither gone nor across a block. */
const isSeen = (memberId: string, other: SQL): SQL =>
  sql`exists (select 1 from ${members} where ${members.id} = ${other} and ${members.status} in ('active', 'not_confirmed')) and ${notBlocked(memberId, other)}`;

const isBehind = ({ at, id }: NoticePlace, time: SQL, key: SQL): SQL => sql`${time} <= ${at} and (${time} < ${at} or ${key} > ${id})`;

/** What each source gives: what it is, its id and time, whether it was opened, how many it stands for, whose it is. */
const row = (kind: SQL, id: SQL, at: SQL, isOpened: SQL, count: SQL, other: SQL, event: SQL = sql`null`) =>
  sql`select ${kind} as kind, ${id} as id, ${at} as at, ${isOpened} as is_opened, ${count} as count, ${other} as other_id, ${event} as event`;

/** Likes received, new or opened, by one range of their index; with mine beside it, a match of the time of theirs, unless mine is later. */
const received = (memberId: string, isNew: 0 | 1, place: NoticePlace): SQL => {
  const [id, at] = [sql`${theirs.likerId}`, sql`${theirs.createdAt}`];
  return sql`${row(sql`iif(${mine.likerId} is null, 'like', 'match')`, id, at, sql.raw(String(1 - isNew)), sql`1`, id)}
    from likes as theirs left join likes as mine on ${mine.likerId} = ${theirs.likedId} and ${mine.likedId} = ${theirs.likerId}
    where ${theirs.likedId} = ${memberId} and ${theirs.isNew} = ${sql.raw(String(isNew))} and ${isBehind(place, at, id)}
      and (${mine.createdAt} is null or ${mine.createdAt} <= ${theirs.createdAt}) and ${isSeen(memberId, id)}`;
};

/** Matches that my like completed, of its time. */
const returned = (memberId: string, place: NoticePlace): SQL => {
  const [id, at] = [sql`${mine.likedId}`, sql`${mine.createdAt}`];
  return sql`${row(sql`'match'`, id, at, sql`1 - ${theirs.isNew}`, sql`1`, id)}
    from likes as mine cross join likes as theirs on ${theirs.likerId} = ${mine.likedId} and ${theirs.likedId} = ${mine.likerId}
    where ${mine.likerId} = ${memberId} and ${isBehind(place, at, id)} and ${theirs.createdAt} < ${mine.createdAt} and ${isSeen(memberId, id)}`;
};

/** Listed conversations whose last word is the other's, or that hold something unread. */
const written = (memberId: string, place: NoticePlace): SQL => {
  const [id, at] = [sql`${inbox.conversationId}`, sql`${inbox.lastAt}`];
  return sql`${row(sql`'message'`, id, at, sql`${inbox.unread} = 0`, sql`max(${inbox.unread}, 1)`, sql`${inbox.otherId}`)}
    from inbox where ${inbox.memberId} = ${memberId} and is_listed and not ${inbox.isAside} and ${isBehind(place, at, id)}
      and (${inbox.unread} > 0 or ${inbox.lastSenderId} = ${inbox.otherId}) and not ${blocksOther(memberId, inbox.otherId)}`;
};

const ofAccount = (memberId: string, place: NoticePlace): SQL => {
  const [id, at] = [sql`${accountNotices.id}`, sql`${accountNotices.createdAt}`];
  return sql`${row(sql`${accountNotices.kind}`, id, at, sql`0`, sql`1`, sql`null`, sql`${accountNotices.event}`)}
    from account_notices where ${accountNotices.memberId} = ${memberId} and ${isBehind(place, at, id)}`;
};

const told = packed({
  ...cardColumns,
  key: sql<string>`notice.id`,
  kind: sql<'message' | 'like' | 'match' | 'account' | 'offer'>`notice.kind`,
  at: sql<number>`notice.at`,
  isOpened: sql<number>`notice.is_opened`,
  count: sql<number>`notice.count`,
  otherId: sql<string | null>`notice.other_id`,
  event: sql<string | null>`notice.event`,
  blocksMe: sql<number>`blocks_me`,
});

const inOrder = sql.raw('order by at desc, id');
const START: NoticePlace = { at: Number.MAX_SAFE_INTEGER, id: '' };

/**
 * What happened to a member behind a place, newest first, with the card of whom it is from. Each source is one range of an index in
 * the order of time, read no further than the page needs.
 */
const noticesFrom = compiledRows(
  (_, memberId: string, place: NoticePlace, limit: number) => {
    const sources = [
      received(memberId, 1, place),
      received(memberId, 0, place),
      returned(memberId, place),
      written(memberId, place),
      ofAccount(memberId, place),
    ];
    const firsts = sources.map((source) => sql`select * from (${source} ${inOrder} limit ${limit})`);
    return sql`select ${told.cell} as row from (select *, ${blocksOther(sql`other_id`, memberId)} as blocks_me from (${sql.join(firsts, sql` union all `)}) ${inOrder} limit ${limit}) as notice
      left join ${members} on ${members.id} = notice.other_id
      left join ${images} on ${isMainImage} left join likes as my_like on ${isMyLike(memberId)} order by notice.at desc, notice.id`;
  },
  ({ row: cell }: { row: string }) => told.read(cell),
);

export type NoticeRow = Awaited<ReturnType<typeof noticesFrom>>[number];

/** A page of what happened to a member; null begins with the newest. */
export const noticesOf = (db: Database, memberId: string, place: NoticePlace | null, limit: number) =>
  noticesFrom(db, memberId, place ?? START, limit);

/** How much of what happened is not read, counted no further than `cap`. */
export const unreadNotices = compiled((db, memberId: string, cap: number) => {
  const readTo = readToOf(memberId);
  const likesSince = sql`select 1 from likes as theirs where ${theirs.likedId} = ${memberId} and ${theirs.isNew} = 1 and ${theirs.createdAt} > ${readTo}
    and ${isSeen(memberId, sql`${theirs.likerId}`)}`;
  const returnedSince = sql`select 1 from likes as mine cross join likes as theirs on ${theirs.likerId} = ${mine.likedId} and ${theirs.likedId} = ${mine.likerId}
    where ${mine.likerId} = ${memberId} and ${mine.createdAt} > ${readTo} and ${theirs.isNew} = 1 and ${theirs.createdAt} <= ${readTo}
    and ${isSeen(memberId, sql`${mine.likedId}`)}`;
  const writtenSince = sql`select 1 from inbox where ${inbox.memberId} = ${memberId} and is_listed and ${inbox.lastAt} > ${readTo} and ${inbox.unread} > 0
    and not ${inbox.isAside} and not ${blocksOther(memberId, inbox.otherId)}`;
  const accountSince = sql`select 1 from account_notices where ${accountNotices.memberId} = ${memberId} and ${accountNotices.createdAt} > ${readTo}`;
  const all = sql.join([likesSince, returnedSince, writtenSince, accountSince], sql` union all `);
  return db.all<{ unread: number }>(sql`select count(*) as unread from (select 1 from (${all}) limit ${cap})`);
});

export type AccountNotice = typeof accountNotices.$inferInsert;

/** Notes what happened to an account, if a condition holds inside the batch. */
export const insertAccountNotice = (db: Database, { id, memberId, kind, event, createdAt }: AccountNotice, when: SQL) =>
  db.run(
    sql`insert into ${accountNotices} (id, member_id, kind, event, created_at) select ${id}, ${memberId}, ${kind}, ${event}, ${createdAt} where ${when}`,
  );

/** That this has been noted, for what else tells of it in the same batch. */
export const isNoted = ({ id }: AccountNotice): SQL => sql`exists (select 1 from ${accountNotices} where ${accountNotices.id} = ${id})`;

/** Whether a member takes pushes of a kind as often as that. */
export const takesPushes = (memberId: string | SQL, kind: string, cadence: string): SQL =>
  sql`${hasSubscription(memberId)} and ${cadenceIn(matrixOf(memberId), kind, 'push')} = ${cadence}`;

/** Pushes what has been noted of an account, if its member wants that at once. */
export const pushOfAccount = (db: Database, notice: AccountNotice, push: PushInsert) =>
  insertPushWhen(db, push, sql`${isNoted(notice)} and ${takesPushes(notice.memberId, 'account', 'now')}`);

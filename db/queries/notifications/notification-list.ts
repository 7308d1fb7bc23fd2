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

/** Cursor of the notification list: time and id of the last entry served. */
export interface NoticePlace {
  readonly at: number;
  readonly id: string;
}

const mine = alias(likes, 'mine');
const theirs = alias(likes, 'theirs');

/** Condition: the other member is neither deleted nor banned, and not across a block. */
const isSeen = (memberId: string, other: SQL): SQL =>
  sql`exists (select 1 from ${members} where ${members.id} = ${other} and ${members.status} in ('active', 'not_confirmed'))
    and ${notBlocked(memberId, other)}`;

const isBehind = ({ at, id }: NoticePlace, time: SQL, key: SQL): SQL => sql`${time} <= ${at} and (${time} < ${at} or ${key} > ${id})`;

/** The columns of every source of the list: kind, id, time, whether it was opened, the number of things it stands for, the other member, the account event. */
const row = (kind: SQL, id: SQL, at: SQL, isOpened: SQL, count: SQL, other: SQL, event: SQL = sql`null`) =>
  sql`select ${kind} as kind, ${id} as id, ${at} as at, ${isOpened} as is_opened, ${count} as count, ${other} as other_id, ${event} as event`;

/** Received likes, either new or seen, from one index range. If the member liked first, the entry is a match with the time of the received like. */
const received = (memberId: string, isNew: 0 | 1, cursor: NoticePlace): SQL => {
  const [id, at] = [sql`${theirs.likerId}`, sql`${theirs.createdAt}`];
  return sql`${row(sql`iif(${mine.likerId} is null, 'like', 'match')`, id, at, sql.raw(String(1 - isNew)), sql`1`, id)}
    from likes as theirs left join likes as mine on ${mine.likerId} = ${theirs.likedId} and ${mine.likedId} = ${theirs.likerId}
    where ${theirs.likedId} = ${memberId} and ${theirs.isNew} = ${sql.raw(String(isNew))} and ${isBehind(cursor, at, id)}
      and (${mine.createdAt} is null or ${mine.createdAt} <= ${theirs.createdAt}) and ${isSeen(memberId, id)}`;
};

/** Matches that the member's own like completed, with its time. */
const returned = (memberId: string, cursor: NoticePlace): SQL => {
  const [id, at] = [sql`${mine.likedId}`, sql`${mine.createdAt}`];
  return sql`${row(sql`'match'`, id, at, sql`1 - ${theirs.isNew}`, sql`1`, id)}
    from likes as mine cross join likes as theirs on ${theirs.likerId} = ${mine.likedId} and ${theirs.likedId} = ${mine.likerId}
    where ${mine.likerId} = ${memberId} and ${isBehind(cursor, at, id)} and ${theirs.createdAt} < ${mine.createdAt} and ${isSeen(memberId, id)}`;
};

/** Listed conversations, without message requests, whose last message is the other's or that have unread messages. */
const written = (memberId: string, cursor: NoticePlace): SQL => {
  const [id, at] = [sql`${inbox.conversationId}`, sql`${inbox.lastAt}`];
  return sql`${row(sql`'message'`, id, at, sql`${inbox.unread} = 0`, sql`max(${inbox.unread}, 1)`, sql`${inbox.otherId}`)}
    from inbox where ${inbox.memberId} = ${memberId} and is_listed and not ${inbox.isAside} and ${isBehind(cursor, at, id)}
      and (${inbox.unread} > 0 or ${inbox.lastSenderId} = ${inbox.otherId}) and not ${blocksOther(memberId, inbox.otherId)}`;
};

const ofAccount = (memberId: string, cursor: NoticePlace): SQL => {
  const [id, at] = [sql`${accountNotices.id}`, sql`${accountNotices.createdAt}`];
  return sql`${row(sql`${accountNotices.kind}`, id, at, sql`0`, sql`1`, sql`null`, sql`${accountNotices.event}`)}
    from account_notices where ${accountNotices.memberId} = ${memberId} and ${isBehind(cursor, at, id)}`;
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
 * The notifications of a member behind a cursor, newest first, with the card of the other member. Each source is one index range in the order
 * of time, of which no more than `limit` rows are read.
 */
const noticesFrom = compiledRows(
  (_, memberId: string, cursor: NoticePlace, limit: number) => {
    const sources = [
      received(memberId, 1, cursor),
      received(memberId, 0, cursor),
      returned(memberId, cursor),
      written(memberId, cursor),
      ofAccount(memberId, cursor),
    ];
    const heads = sources.map((source) => sql`select * from (${source} ${inOrder} limit ${limit})`);
    return sql`
      select ${told.cell} as row
      from (
        select *, ${blocksOther(sql`other_id`, memberId)} as blocks_me
        from (${sql.join(heads, sql` union all `)}) ${inOrder} limit ${limit}) as notice
      left join ${members} on ${members.id} = notice.other_id
      left join ${images} on ${isMainImage}
      left join likes as my_like on ${isMyLike(memberId)}
      order by notice.at desc, notice.id`;
  },
  ({ row: json }: { row: string }) => told.read(json),
);

export type NoticeRow = Awaited<ReturnType<typeof noticesFrom>>[number];

/** A page of the notification list; a null cursor begins with the newest entry. */
export const noticesOf = (db: Database, memberId: string, cursor: NoticePlace | null, limit: number) =>
  noticesFrom(db, memberId, cursor ?? START, limit);

/** The number of unread notifications; counting stops at `cap`. */
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

/** Writes an account notification if a condition holds inside the batch. */
export const insertAccountNotice = (db: Database, { id, memberId, kind, event, createdAt }: AccountNotice, when: SQL) =>
  db.run(
    sql`
      insert into ${accountNotices} (id, member_id, kind, event, created_at)
      select ${id}, ${memberId}, ${kind}, ${event}, ${createdAt} where ${when}`,
  );

/** Condition: this account notification is written, for mails, pushes and events of the same batch. */
export const isNoted = ({ id }: AccountNotice): SQL => sql`exists (select 1 from ${accountNotices} where ${accountNotices.id} = ${id})`;

/** Condition: a member has a push subscription and wants pushes of a kind with this cadence. */
export const takesPushes = (memberId: string | SQL, kind: string, cadence: string): SQL =>
  sql`${hasSubscription(memberId)} and ${cadenceIn(matrixOf(memberId), kind, 'push')} = ${cadence}`;

/** Writes the push of an account notification if that is written and its member wants such pushes at once. */
export const pushOfAccount = (db: Database, notice: AccountNotice, push: PushInsert) =>
  insertPushWhen(db, push, sql`${isNoted(notice)} and ${takesPushes(notice.memberId, 'account', 'now')}`);

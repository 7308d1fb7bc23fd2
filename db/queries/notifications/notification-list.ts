import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { prepared, preparedRows } from '../../prepared-statement.ts';
import { rowCodec } from '../../row-codec.ts';
import { accountNotifications, images, likes, members, participants } from '../../schema/index.ts';
import { blocksOther } from '../chat/conversations.ts';
import { isActive } from '../likes/likes.ts';
import { cardColumns, isMainImage, isMyLike } from '../profile/profile.ts';
import { quoteOfLike, quoteOfMessage } from '../shared/quotes.ts';
import { isLikeVisibleTo, unreadNotificationsSince, unseenNotificationsOf } from '../shared/unread-notifications.ts';
import { cadenceIn, matrixOf, notificationsReadToOf } from './notification-settings.ts';
import { hasPushSubscription, insertPushWhen, type PushInsert } from './push-queue.ts';

/** Cursor of the notification list: time and id of the last entry served. */
export interface NotificationCursor {
  readonly at: number;
  readonly id: string;
}

const mine = alias(likes, 'mine');
const theirs = alias(likes, 'theirs');

const isAfterCursor = ({ at, id }: NotificationCursor, time: SQL, key: SQL): SQL =>
  sql`${time} <= ${at} and (${time} < ${at} or ${key} > ${id})`;

/** The columns of every source of the list: kind, id, time, whether it was opened, the number of things it stands for, the other member, the account event and its country. */
const notificationColumns = (
  kind: SQL,
  id: SQL,
  at: SQL,
  isOpened: SQL,
  count: SQL,
  other: SQL,
  { event, country }: { event: SQL; country: SQL } = { event: sql`null`, country: sql`null` },
) =>
  sql`select ${kind} as kind, ${id} as id, ${at} as at, ${isOpened} as is_opened, ${count} as count, ${other} as other_id, ${event} as event,
    ${country} as login_country`;

/**
 * Received likes, either new or seen, from one index range. If the member liked first, the entry is a match with the time of the received like. The
 * likes of an unconfirmed member make no match.
 */
const fromReceivedLikes = (memberId: string, isNew: 0 | 1, cursor: NotificationCursor): SQL => {
  const [id, at] = [sql`${theirs.likerId}`, sql`${theirs.createdAt}`];
  return sql`${notificationColumns(sql`iif(${mine.likerId} is null, 'like', 'match')`, id, at, sql.raw(String(1 - isNew)), sql`1`, id)}
    from likes as theirs left join likes as mine on ${mine.likerId} = ${theirs.likedId} and ${mine.likedId} = ${theirs.likerId}
      and ${isActive(memberId)}
    where ${theirs.likedId} = ${memberId} and ${theirs.isNew} = ${sql.raw(String(isNew))} and ${isAfterCursor(cursor, at, id)}
      and (${mine.createdAt} is null or ${mine.createdAt} <= ${theirs.createdAt}) and ${isLikeVisibleTo(memberId, id)}`;
};

/** Matches that the member's own like completed, with its time. */
const fromCompletedMatches = (memberId: string, cursor: NotificationCursor): SQL => {
  const [id, at] = [sql`${mine.likedId}`, sql`${mine.createdAt}`];
  return sql`${notificationColumns(sql`'match'`, id, at, sql`1 - ${theirs.isNew}`, sql`1`, id)}
    from likes as mine cross join likes as theirs on ${theirs.likerId} = ${mine.likedId} and ${theirs.likedId} = ${mine.likerId}
    where ${mine.likerId} = ${memberId} and ${isAfterCursor(cursor, at, id)} and ${theirs.createdAt} < ${mine.createdAt} and ${isLikeVisibleTo(memberId, id)}
      and ${isActive(memberId)}`;
};

/** Listed conversations, without message requests, whose last message is the other's or that have unread messages. */
const fromConversations = (memberId: string, cursor: NotificationCursor): SQL => {
  const [id, at] = [sql`${participants.conversationId}`, sql`${participants.lastAt}`];
  return sql`${notificationColumns(sql`'message'`, id, at, sql`${participants.unread} = 0`, sql`max(${participants.unread}, 1)`, sql`${participants.otherId}`)}
    from participants where ${participants.memberId} = ${memberId} and is_listed and not ${participants.isMessageRequest} and ${isAfterCursor(cursor, at, id)}
      and (${participants.unread} > 0 or ${participants.lastSenderId} = ${participants.otherId}) and not ${blocksOther(memberId, participants.otherId)}`;
};

const fromAccountNotifications = (memberId: string, cursor: NotificationCursor): SQL => {
  const [id, at] = [sql`${accountNotifications.id}`, sql`${accountNotifications.createdAt}`];
  const told = { event: sql`${accountNotifications.event}`, country: sql`${accountNotifications.country}` };
  return sql`${notificationColumns(sql`${accountNotifications.kind}`, id, at, sql`0`, sql`1`, sql`null`, told)}
    from account_notifications where ${accountNotifications.memberId} = ${memberId} and ${isAfterCursor(cursor, at, id)}`;
};

const notificationCodec = rowCodec({
  ...cardColumns,
  key: sql<string>`notice.id`,
  kind: sql<'message' | 'like' | 'match' | 'account' | 'offer'>`notice.kind`,
  at: sql<number>`notice.at`,
  isOpened: sql<number>`notice.is_opened`,
  count: sql<number>`notice.count`,
  otherId: sql<string | null>`notice.other_id`,
  event: sql<string | null>`notice.event`,
  loginCountry: sql<string | null>`notice.login_country`,
  blocksMe: sql<number>`blocks_me`,
  about: sql<string | null>`notice.about`,
});

/** The id of the only message of a conversation; null if it has more. */
const onlyMessageOf = (conversationId: SQL): SQL =>
  sql`(select id from messages where conversation_id = ${conversationId} and seq = 1
    and not exists (select 1 from messages where conversation_id = ${conversationId} and seq = 2))`;

const inOrder = sql.raw('order by at desc, id');
const START: NotificationCursor = { at: Number.MAX_SAFE_INTEGER, id: '' };

/**
 * The notifications of a member behind a cursor, newest first, with the card of the other member. Each source is one index range in the order
 * of time, of which no more than `limit` rows are read.
 */
const notificationPage = preparedRows(
  (_, memberId: string, cursor: NotificationCursor, limit: number) => {
    const sources = [
      fromReceivedLikes(memberId, 1, cursor),
      fromReceivedLikes(memberId, 0, cursor),
      fromCompletedMatches(memberId, cursor),
      fromConversations(memberId, cursor),
      fromAccountNotifications(memberId, cursor),
    ];
    const heads = sources.map((source) => sql`select * from (${source} ${inOrder} limit ${limit})`);
    return sql`
      select ${notificationCodec.cell} as row
      from (
        select *,
          case when kind in ('like', 'match') then ${quoteOfLike(sql`other_id`, memberId, memberId)}
            when kind = 'message' then ${quoteOfMessage(onlyMessageOf(sql`items.id`), memberId)} end as about
        from (
          select *, ${blocksOther(sql`other_id`, memberId)} as blocks_me
          from (${sql.join(heads, sql` union all `)}) ${inOrder} limit ${limit}) as items) as notice
      left join ${members} on ${members.id} = notice.other_id
      left join ${images} on ${isMainImage}
      left join likes as my_like on ${isMyLike(memberId)}
      order by notice.at desc, notice.id`;
  },
  ({ row: json }: { row: string }) => notificationCodec.read(json),
);

export type NotificationRow = Awaited<ReturnType<typeof notificationPage>>[number];

/** A page of the notification list; a null cursor begins with the newest entry. */
export const notificationsOf = (db: Database, memberId: string, cursor: NotificationCursor | null, limit: number) =>
  notificationPage(db, memberId, cursor ?? START, limit);

/** The number of unread notifications; counting stops at `cap`. */
export const unreadNotifications = prepared((db, memberId: string, cap: number) => {
  const unread = unreadNotificationsSince(memberId, notificationsReadToOf(memberId));
  return db.all<{ unread: number }>(sql`select count(*) as unread from (select 1 from (${unread}) limit ${cap})`);
});

/** The number of unread notifications since the member last looked at the list. */
export const unseenNotifications = prepared((db, memberId: string) =>
  db.all<{ unseen: number }>(sql`select ${unseenNotificationsOf(memberId)} as unseen`),
);

export type AccountNotification = typeof accountNotifications.$inferInsert;

/** Writes an account notification if a condition holds inside the batch. */
export const insertAccountNotification = (db: Database, notification: AccountNotification, when: SQL) => {
  const { id, memberId, kind, event, country = null, createdAt } = notification;
  return db.run(
    sql`
      insert into ${accountNotifications} (id, member_id, kind, event, country, created_at)
      select ${id}, ${memberId}, ${kind}, ${event}, ${country}, ${createdAt} where ${when}`,
  );
};

/** Condition: this account notification is written, for mails, pushes and events of the same batch. */
export const isNotificationWritten = ({ id }: AccountNotification): SQL =>
  sql`exists (select 1 from ${accountNotifications} where ${accountNotifications.id} = ${id})`;

/** Condition: a member has a push subscription and wants pushes of a kind with this cadence. */
export const takesPushes = (memberId: string | SQL, kind: string, cadence: string): SQL =>
  sql`${hasPushSubscription(memberId)} and ${cadenceIn(matrixOf(memberId), kind, 'push')} = ${cadence}`;

/** Writes the push of an account notification if that is written and its member wants such pushes at once. */
export const insertAccountPush = (db: Database, notice: AccountNotification, push: PushInsert) =>
  insertPushWhen(db, push, sql`${isNotificationWritten(notice)} and ${takesPushes(notice.memberId, 'account', 'now')}`);

import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { accountNotifications, blocks, likes, members, notificationSettings, participants } from '../../schema/index.ts';
import { isNotBlocked } from '../profile/profile.ts';

/** Where counting stops: one above the number up to which the contract promises to count. */
const COUNTED_AT_MOST = 100;

const received = alias(likes, 'unread_received');
const given = alias(likes, 'unread_given');

const isActiveMember = (memberId: string | SQL): SQL =>
  sql`exists (select 1 from ${members} where ${members.id} = ${memberId} and ${members.status} = 'active')`;

/** Condition: the like of another member shows: they are neither deleted, banned nor unconfirmed, and not across a block. */
export const isLikeVisibleTo = (memberId: string | SQL, other: SQL): SQL =>
  sql`${isActiveMember(other)} and ${isNotBlocked(memberId, other)}`;

/** A row for each unread notification of a member that came after `mark`, a time in ms; each source is one index range. */
export function unreadNotificationsSince(memberId: string | SQL, mark: SQL): SQL {
  const likesSince = sql`select 1 from ${likes} as unread_received where ${received.likedId} = ${memberId} and ${received.isNew} = 1
    and ${received.createdAt} > ${mark} and ${isLikeVisibleTo(memberId, sql`${received.likerId}`)}`;
  const returnedSince = sql`select 1 from ${likes} as unread_given cross join ${likes} as unread_received
      on ${received.likerId} = ${given.likedId} and ${received.likedId} = ${given.likerId}
    where ${given.likerId} = ${memberId} and ${given.createdAt} > ${mark} and ${received.isNew} = 1 and ${received.createdAt} <= ${mark}
      and ${isLikeVisibleTo(memberId, sql`${given.likedId}`)} and ${isActiveMember(memberId)}`;
  const writtenSince = sql`select 1 from ${participants} where ${participants.memberId} = ${memberId} and ${participants.isListed}
    and ${participants.lastAt} > ${mark} and ${participants.unread} > 0 and not ${participants.isMessageRequest}
    and not exists (select 1 from ${blocks} where ${blocks.blockerId} = ${memberId} and ${blocks.blockedId} = ${participants.otherId})`;
  const accountSince = sql`select 1 from ${accountNotifications}
    where ${accountNotifications.memberId} = ${memberId} and ${accountNotifications.createdAt} > ${mark}`;
  return sql.join([likesSince, returnedSince, writtenSince, accountSince], sql` union all `);
}

/** The later of the read-all mark and the seen mark of a member (ms, 0 if there is none). */
const lookedAt = (memberId: string | SQL) =>
  sql`coalesce((select max(${notificationSettings.readTo}, ${notificationSettings.seenTo}) from ${notificationSettings}
    where ${notificationSettings.memberId} = ${memberId}), 0)`;

/** The number of unread notifications of a member that came since they last looked at the list; counting stops at `COUNTED_AT_MOST`. */
export const unseenNotificationsOf = (memberId: string | SQL) =>
  sql<number>`(select (select count(*) from (select 1 from (${unreadNotificationsSince(memberId, sql`looked.at`)})
    limit ${sql.raw(String(COUNTED_AT_MOST))})) from (select ${lookedAt(memberId)} as at) as looked)`;

import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { blocks, likes, members, participants } from '../../schema/index.ts';
import { isNotBlocked } from '../profile/profile.ts';
import { type EventInsert, type EventPatch, insertEventWhen } from './event-outbox.ts';
import { unseenNotificationsOf } from './unread-notifications.ts';

/** The number of new likes of a member, without those of deleted, banned or unconfirmed members or across a block. */
export const newLikesOf = (memberId: string | SQL) =>
  sql<number>`(select count(*) from ${likes} join ${members} on ${members.id} = ${likes.likerId}
    where ${likes.likedId} = ${memberId} and ${likes.isNew} = 1
      and ${members.status} = 'active' and ${isNotBlocked(memberId, members.id)})`;

/** The number of unread messages of a member, without message requests and without conversations with members whom they block. */
export const unreadMessagesOf = (memberId: string | SQL) =>
  sql<number>`(select coalesce(sum(${participants.unread}), 0) from ${participants}
    where ${participants.memberId} = ${memberId} and ${participants.unread} > 0 and not ${participants.isMessageRequest}
      and not exists (select 1 from ${blocks} where ${blocks.blockerId} = ${memberId} and ${blocks.blockedId} = ${participants.otherId}))`;

/** Patches that put the numbers of the badge and of unseen notifications, as the batch leaves them, into an event at a JSON path. */
export const badgePatches = (memberId: string | SQL, path: '$' | '$.badge'): EventPatch[] => [
  [`${path}.unread_messages`, unreadMessagesOf(memberId)],
  [`${path}.new_likes`, newLikesOf(memberId)],
  [`${path}.unseen_notifications`, unseenNotificationsOf(memberId)],
];

/** Writes a `badge.changed` event with the numbers that the batch leaves. */
export const insertBadgeEvent = (db: Database, event: EventInsert) =>
  insertEventWhen(db, event, sql`true`, badgePatches(event.memberId, '$'));

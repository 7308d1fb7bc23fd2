import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { blocks, inbox, likes, members } from '../../schema/index.ts';
import { notBlocked } from '../profile/profile.ts';
import { type EventInsert, type EventPatch, insertEventWhen } from './event-outbox.ts';

/** New likes that can be seen: not from gone members, not across a block. */
export const newLikesOf = (memberId: string | SQL) =>
  sql<number>`(select count(*) from ${likes} join ${members} on ${members.id} = ${likes.likerId} where ${likes.likedId} = ${memberId} and ${likes.isNew} = 1 and ${members.status} in ('active', 'not_confirmed') and ${notBlocked(memberId, members.id)})`;

/** Messages of others that a member has not read, but those in a conversation aside; one with somebody they block is out of their list and out of this. */
export const unreadOf = (memberId: string | SQL) =>
  sql<number>`(select coalesce(sum(${inbox.unread}), 0) from ${inbox} where ${inbox.memberId} = ${memberId} and ${inbox.unread} > 0 and not ${inbox.isAside} and not exists (select 1 from ${blocks} where ${blocks.blockerId} = ${memberId} and ${blocks.blockedId} = ${inbox.otherId}))`;

/** The badge as it stands inside a batch, for an event that carries its two numbers at a JSON path. */
export const badgePatches = (memberId: string, path: '$' | '$.badge'): EventPatch[] => [
  [`${path}.unread_messages`, unreadOf(memberId)],
  [`${path}.new_likes`, newLikesOf(memberId)],
];

/** Writes a `badge.changed` with the numbers of this batch. */
export const eventOfBadge = (db: Database, event: EventInsert) => insertEventWhen(db, event, sql`true`, badgePatches(event.memberId, '$'));

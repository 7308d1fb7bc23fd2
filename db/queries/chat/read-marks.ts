import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { inbox, members } from '../../schema/index.ts';
import { notBlocked } from '../profile/profile.ts';
import { unreadOf } from '../shared/badge.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { blocksOther } from './conversations.ts';

const side = (memberId: string, conversationId: string) => and(eq(inbox.memberId, memberId), eq(inbox.conversationId, conversationId));

/**
 * Moves a member's read mark forward, never back nor beyond the last message; unread follows from it. The other sees the mark, so it
 * stays where it is (no row) while the member blocks them. A conversation aside comes back with the first message that is read in it.
 */
export function moveReadMark(db: Database, memberId: string, conversationId: string, mark: number | string) {
  const wanted =
    typeof mark === 'number'
      ? sql`${mark}`
      : sql`coalesce((select seq from messages where id = ${mark} and conversation_id = ${conversationId}), 0)`;
  const moved = sql`max(${inbox.readTo}, min(${wanted}, ${inbox.lastSeq}))`;
  return db
    .update(inbox)
    .set({
      readTo: moved,
      isAside: sql`${inbox.isAside} and ${moved} = 0`,
      unread: sql`(select count(*) from messages where conversation_id = ${conversationId} and sender_id <> ${memberId} and seq > max(${moved}, ${inbox.clearedTo}))`,
    })
    .where(and(side(memberId, conversationId), sql`not ${blocksOther(memberId, inbox.otherId)}`))
    .returning({ readTo: inbox.readTo, unread: inbox.unread });
}

export const unreadTotal = (db: Database, memberId: string) => db.all<{ total: number }>(sql`select ${unreadOf(memberId)} as total`);

/**
 * Tells where a member has read to, if the mark has moved since `from` and there is somebody to tell, whom no block keeps from it.
 * `withUnread` is for the reader's own devices.
 */
export function eventOfReading(
  db: Database,
  event: EventInsert,
  reading: { reader: string; conversation: string; from: number; withUnread: boolean },
) {
  const mine = sql`from inbox where member_id = ${reading.reader} and conversation_id = ${reading.conversation}`;
  return insertEventWhen(
    db,
    event,
    sql`(select read_to ${mine}) > ${reading.from} and exists (select 1 from ${members} where ${members.id} = ${event.memberId}) and ${notBlocked(reading.reader, sql`${event.memberId}`)}`,
    [
      ['$.to', sql`(select read_to ${mine})`],
      ...(reading.withUnread
        ? ([
            ['$.unread.conversation', sql`(select unread ${mine})`],
            ['$.unread.total', unreadOf(reading.reader)],
          ] as const)
        : []),
    ],
  );
}

/** Takes a conversation out of its member's list: everything up to now is cleared, and it is closed until the next message. */
export const clearConversation = (db: Database, memberId: string, conversationId: string) =>
  db
    .update(inbox)
    .set({ clearedTo: sql`${inbox.lastSeq}`, unread: 0, isListed: false, isOpen: false })
    .where(side(memberId, conversationId));

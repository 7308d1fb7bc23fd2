import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { members, participants } from '../../schema/index.ts';
import { isNotBlocked } from '../profile/profile.ts';
import { unreadMessagesOf } from '../shared/badge.ts';
import { type EventInsert, insertEventWhen } from '../shared/event-outbox.ts';
import { unseenNotificationsOf } from '../shared/unread-notifications.ts';
import { blocksOther } from './conversations.ts';

const isParticipant = (memberId: string, conversationId: string) =>
  and(eq(participants.memberId, memberId), eq(participants.conversationId, conversationId));

/**
 * Moves a member's read mark forward, never back nor beyond the last message, and recounts what is unread. `mark` is a seq or a message id.
 * No row while the member blocks the other, who would see the mark. A message request ends when its first message is read.
 */
export function moveReadMark(db: Database, memberId: string, conversationId: string, mark: number | string) {
  const requested =
    typeof mark === 'number'
      ? sql`${mark}`
      : sql`coalesce((select seq from messages where id = ${mark} and conversation_id = ${conversationId}), 0)`;
  const newReadTo = sql`max(${participants.readTo}, min(${requested}, ${participants.lastSeq}))`;
  return db
    .update(participants)
    .set({
      readTo: newReadTo,
      isMessageRequest: sql`${participants.isMessageRequest} and ${newReadTo} = 0`,
      unread: sql`(
        select count(*) from messages
        where conversation_id = ${conversationId} and sender_id <> ${memberId} and seq > max(${newReadTo}, ${participants.clearedTo}))`,
    })
    .where(and(isParticipant(memberId, conversationId), sql`not ${blocksOther(memberId, participants.otherId)}`))
    .returning({ readTo: participants.readTo, unread: participants.unread });
}

/** The unread messages of a member in all conversations, as the badge counts them, and the unseen notifications. */
export const unreadTotals = (db: Database, memberId: string) =>
  db.all<{ total: number; unseenNotifications: number }>(
    sql`select ${unreadMessagesOf(memberId)} as total, ${unseenNotificationsOf(memberId)} as unseenNotifications`,
  );

/**
 * Writes the event of a read mark, completed by the batch, if the mark has moved beyond `from` and the receiver of the event exists and is not
 * in a block with the reader. `withUnread` adds the unread counts of the reader, for their own devices.
 */
export function insertReadEvent(
  db: Database,
  event: EventInsert,
  reading: { reader: string; conversation: string; from: number; withUnread: boolean },
) {
  const readerRow = sql`from participants where member_id = ${reading.reader} and conversation_id = ${reading.conversation}`;
  return insertEventWhen(
    db,
    event,
    sql`(select read_to ${readerRow}) > ${reading.from}
      and exists (select 1 from ${members} where ${members.id} = ${event.memberId})
      and ${isNotBlocked(reading.reader, sql`${event.memberId}`)}`,
    [
      ['$.to', sql`(select read_to ${readerRow})`],
      ...(reading.withUnread
        ? ([
            ['$.unread.conversation', sql`(select unread ${readerRow})`],
            ['$.unread.total', unreadMessagesOf(reading.reader)],
            ['$.unread.unseen_notifications', unseenNotificationsOf(reading.reader)],
          ] as const)
        : []),
    ],
  );
}

/** Deletes a conversation for one member: clears its messages up to now and leaves it out of their list until the next message. */
export const clearConversation = (db: Database, memberId: string, conversationId: string) =>
  db
    .update(participants)
    .set({ clearedTo: sql`${participants.lastSeq}`, unread: 0, isListed: false, isAccessible: false })
    .where(isParticipant(memberId, conversationId));

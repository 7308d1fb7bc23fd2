import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { compiled } from '../compiled.ts';
import { conversations, inbox, members, messages } from '../schema/index.ts';
import { moveCredits, unreadOf } from './account.ts';
import { type EventInsert, type EventText, eventText, insertEventsFrom, insertEventText, patchedEvent } from './outbox.ts';

/** A message on its way, with all that must still hold when it is written. */
export interface Send {
  readonly id: string;
  readonly conversationId: string;
  readonly senderId: string;
  readonly recipientId: string;
  readonly clientId: string;
  readonly text: string;
  readonly createdAt: number;
  /** Credits, 0 when the message is free. */
  readonly cost: number;
  /** Who was known to have opened the conversation when the price was made. */
  readonly openerId: string | null;
  /** 1 for a first message to a stranger: then the day's limits below count. */
  readonly isFirst: 0 | 1;
  readonly textHash: string;
  readonly firstSince: number;
  readonly firstPerDay: number;
  readonly sameText: number;
  /** The recipient's hidden words when the first message was held against them, as they are stored; null for a later one. */
  readonly hiddenWords: string | null;
  /** 1 for a first message that holds one of them. */
  readonly isAside: 0 | 1;
}

export interface SendEvents {
  readonly toRecipient: EventInsert;
  readonly toSender: EventInsert;
  readonly creditsToSender: EventInsert;
}

const firstsOf = (send: Send) => sql`from first_messages where member_id = ${send.senderId} and created_at > ${send.firstSince}`;

/** True while what the rules were judged by still holds; otherwise the sender is null, NOT NULL fails and the whole batch with it. */
const stillAllowed = (
  send: Send,
): SQL => sql`exists (select 1 from conversations where id = ${send.conversationId} and opener_id is ${send.openerId})
  and exists (select 1 from members where id = ${send.recipientId} and status in ('active', 'not_confirmed')
    and (${send.openerId} is not null or hidden_words is ${send.hiddenWords}))
  and exists (select 1 from members where id = ${send.senderId} and status = 'active')
  and not exists (select 1 from blocks where (blocker_id = ${send.senderId} and blocked_id = ${send.recipientId}) or (blocker_id = ${send.recipientId} and blocked_id = ${send.senderId}))
  and (not ${send.isFirst} or ((select count(*) ${firstsOf(send)}) < ${send.firstPerDay} and (select count(*) ${firstsOf(send)} and text_hash = ${send.textHash}) < ${send.sameText}))`;

const insertMessage = compiled((db, send: Send) =>
  db.run(
    sql`insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at) select ${send.id}, ${send.conversationId}, (select coalesce(max(seq), 0) + 1 from messages where conversation_id = ${send.conversationId}), case when ${stillAllowed(send)} then ${send.senderId} end, ${send.clientId}, ${send.text}, ${send.createdAt}`,
  ),
);

const noteOpener = compiled((db, conversationId: string, senderId: string) =>
  db
    .update(conversations)
    .set({ openerId: sql`coalesce(opener_id, ${senderId})` })
    .where(eq(conversations.id, conversationId)),
);

const noteFirstMessage = compiled((db, send: Send) =>
  db.run(
    sql`insert into first_messages (member_id, conversation_id, text_hash, created_at) select ${send.senderId}, ${send.conversationId}, ${send.textHash}, ${send.createdAt} where ${send.isFirst} on conflict do nothing`,
  ),
);

const seqOf = (id: string): SQL => sql`(select seq from messages where id = ${id})`;

/**
 * One side of the conversation, kept in the same batch so that the list and the badge are one index range each. The first message decides
 * whether the recipient's lies aside; whoever writes has it back.
 */
const keepSide = compiled((db, send: Send, memberId: string, addsUnread: number) =>
  db
    .update(inbox)
    .set({
      lastSeq: seqOf(send.id),
      lastText: send.text,
      lastSenderId: send.senderId,
      lastAt: send.createdAt,
      unread: sql`unread + ${addsUnread}`,
      isListed: true,
      isOpen: true,
      isAside: sql`case when ${memberId} = ${send.senderId} then 0 when ${send.openerId} is null then ${send.isAside} else is_aside end`,
    })
    .where(and(eq(inbox.memberId, memberId), eq(inbox.conversationId, send.conversationId))),
);

const tellOfMessage = compiled((db, send: Send, event: EventText) => {
  const patched = patchedEvent(event, [
    ['$.message.seq', seqOf(send.id)],
    ['$.unread.conversation', sql`unread`],
    ['$.unread.total', unreadOf(event.memberId)],
  ]);
  return insertEventsFrom(
    db,
    sql`select ${event.id}, ${event.memberId}, json_patch(${patched}, case when is_aside then '{"is_aside":true}' else '{}' end), ${event.createdAt}, ${event.dueAt}, 0
      from inbox where member_id = ${event.memberId} and conversation_id = ${send.conversationId}`,
  );
});

const tellOfCredits = compiled((db, cost: number, event: EventText) =>
  insertEventText(db, event, sql`${cost} <> 0`, [['$.credits', sql`(select credits from members where id = ${event.memberId})`]]),
);

const writtenMessage = compiled((db, id: string) =>
  db
    .select({ message: messages, credits: members.credits })
    .from(messages)
    .innerJoin(members, eq(members.id, messages.senderId))
    .where(eq(messages.id, id)),
);

/**
 * A send as one batch: debit, ledger, message with its seq, both inbox rows, outbox (api.md, Talking). An overdraft breaks
 * `CHECK members_credits_not_negative`, a changed situation `NOT NULL messages.sender_id`, a repeat `UNIQUE messages.sender_id`.
 */
export function sendStatements(db: Database, send: Send, ledgerId: string, events: SendEvents) {
  const { id, senderId, createdAt, cost } = send;
  const line = { id: ledgerId, memberId: senderId, amount: -cost, reason: 'message' as const, reference: id, createdAt };
  return [
    insertMessage(db, send),
    ...moveCredits(db, line),
    noteOpener(db, send.conversationId, senderId),
    noteFirstMessage(db, send),
    keepSide(db, send, senderId, 0),
    keepSide(db, send, send.recipientId, 1),
    tellOfMessage(db, send, eventText(events.toRecipient)),
    tellOfMessage(db, send, eventText(events.toSender)),
    tellOfCredits(db, cost, eventText(events.creditsToSender)),
    writtenMessage(db, id),
  ] as const;
}

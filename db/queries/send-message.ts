import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { conversations, inbox, members, messages } from '../schema/index.ts';
import { moveCredits, unreadOf } from './account.ts';
import { type EventInsert, insertEventWhen } from './outbox.ts';

export interface Send {
  readonly message: { id: string; conversationId: string; senderId: string; clientId: string; text: string; createdAt: number };
  readonly recipientId: string;
  /** Credits, 0 when the message is free. */
  readonly cost: number;
  readonly ledgerId: string;
  /** Who was known to have opened the conversation when the price was made. */
  readonly openerId: string | null;
  /** Set when this is a first message to a stranger. */
  readonly first: { textHash: string; since: number; perDay: number; sameText: number } | null;
  readonly toRecipient: EventInsert;
  readonly toSender: EventInsert;
  readonly creditsToSender: EventInsert;
}

/** True while what the rules were judged by still holds; otherwise the sender is null, NOT NULL fails and the whole batch with it. */
function stillAllowed({ message, recipientId, openerId, first }: Send): SQL {
  const { senderId, conversationId } = message;
  const firsts = first
    ? sql` and (select count(*) from first_messages where member_id = ${senderId} and created_at > ${first.since}) < ${first.perDay}
        and (select count(*) from first_messages where member_id = ${senderId} and created_at > ${first.since} and text_hash = ${first.textHash}) < ${first.sameText}`
    : sql``;
  return sql`exists (select 1 from conversations where id = ${conversationId} and opener_id is ${openerId})
    and exists (select 1 from members where id = ${recipientId} and status in ('active', 'not_confirmed'))
    and exists (select 1 from members where id = ${senderId} and status = 'active')
    and not exists (select 1 from blocks where (blocker_id = ${senderId} and blocked_id = ${recipientId}) or (blocker_id = ${recipientId} and blocked_id = ${senderId}))${firsts}`;
}

const seqOf = (id: string): SQL => sql`(select seq from messages where id = ${id})`;

/** The two sides of the conversation, kept in the same batch so that the list and the badge are one index range each. */
function sideStatement(db: Database, { message }: Send, memberId: string, unread: SQL) {
  return db
    .update(inbox)
    .set({
      lastSeq: seqOf(message.id),
      lastText: message.text,
      lastSenderId: message.senderId,
      lastAt: message.createdAt,
      unread,
      isListed: true,
      isOpen: true,
    })
    .where(and(eq(inbox.memberId, memberId), eq(inbox.conversationId, message.conversationId)));
}

function eventStatement(db: Database, { message }: Send, event: EventInsert) {
  const ownUnread = sql`(select unread from inbox where member_id = ${event.memberId} and conversation_id = ${message.conversationId})`;
  return insertEventWhen(db, event, sql`true`, [
    ['$.message.seq', seqOf(message.id)],
    ['$.unread.conversation', ownUnread],
    ['$.unread.total', unreadOf(event.memberId)],
  ]);
}

/**
 * A send as one batch: debit, ledger, message with its seq, both inbox rows, outbox (api.md, Talking). An overdraft breaks
 * `CHECK members_credits_not_negative`, a changed situation `NOT NULL messages.sender_id`, a repeat `UNIQUE messages.sender_id`.
 */
export function sendStatements(db: Database, send: Send) {
  const { message, first } = send;
  const { id, conversationId, senderId } = message;
  const line = {
    id: send.ledgerId,
    memberId: senderId,
    amount: -send.cost,
    reason: 'message' as const,
    reference: id,
    createdAt: message.createdAt,
  };
  return [
    db.run(
      sql`insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at) select ${id}, ${conversationId}, (select coalesce(max(seq), 0) + 1 from messages where conversation_id = ${conversationId}), case when ${stillAllowed(send)} then ${senderId} end, ${message.clientId}, ${message.text}, ${message.createdAt}`,
    ),
    ...moveCredits(db, line),
    db
      .update(conversations)
      .set({ openerId: sql`coalesce(opener_id, ${senderId})` })
      .where(eq(conversations.id, conversationId)),
    db.run(
      sql`insert into first_messages (member_id, conversation_id, text_hash, created_at) select ${senderId}, ${conversationId}, ${first?.textHash ?? ''}, ${message.createdAt} where ${first ? 1 : 0} on conflict do nothing`,
    ),
    sideStatement(db, send, senderId, sql`unread`),
    sideStatement(db, send, send.recipientId, sql`unread + 1`),
    eventStatement(db, send, send.toRecipient),
    eventStatement(db, send, send.toSender),
    insertEventWhen(db, send.creditsToSender, sql`${send.cost} <> 0`, [
      ['$.credits', sql`(select credits from members where id = ${senderId})`],
    ]),
    db
      .select({ message: messages, credits: members.credits })
      .from(messages)
      .innerJoin(members, eq(members.id, senderId))
      .where(eq(messages.id, id)),
  ] as const;
}

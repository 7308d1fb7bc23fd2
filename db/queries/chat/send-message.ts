import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { prepared, preparedRows } from '../../prepared-statement.ts';
import { rowCodec } from '../../row-codec.ts';
import { members, sessions } from '../../schema/index.ts';
import { type AttemptCounter, countAttemptsWithin } from '../shared/attempt-counters.ts';
import { unreadMessagesOf } from '../shared/badge.ts';
import { spendCredits } from '../shared/credit-balance.ts';
import { type EventPatch, type EventText, insertEventsFrom, insertEventText, patchedEvent } from '../shared/event-outbox.ts';
import { insertQuoteWhen, type QuotedBlock, quoteOfMessage } from '../shared/quotes.ts';
import { isSessionOfCredential } from '../shared/sessions.ts';
import { unseenNotificationsOf } from '../shared/unread-notifications.ts';
import { blocksOther, likesOther } from './conversations.ts';

/**
 * The facts by which a send was checked. The batch that writes the message fails if one of them has changed. It also fails if the session
 * has ended, the sender is not confirmed or has deleted the conversation, the recipient has left, or one of the two blocks the other.
 */
export interface SendPassFacts {
  readonly paymentCountry: string | null;
  readonly premiumUntil: number | null;
  readonly recipientId: string;
  readonly isToFictional: 0 | 1;
  readonly isMatch: 0 | 1;
  /** The sender of the conversation's first message; null before there is one. */
  readonly firstSenderId: string | null;
}

/** Further facts by which the first message of a conversation was checked, and what is stored of it. */
export interface FirstMessageCheck {
  /** 1 if it goes to somebody who is no match: then it counts against the limits of first messages. */
  readonly isToStranger: 0 | 1;
  /** Hash of the normalized text. */
  readonly textHash: string;
  readonly countedSince: number;
  readonly maxPerDay: number;
  readonly maxOfOneText: number;
  /** The recipient's hidden words by which it was checked, as stored. */
  readonly hiddenWords: string | null;
  /** 1 if it contains one of them: then it is a message request. */
  readonly isMessageRequest: 0 | 1;
}

/** A message to be stored, with all that must still hold when the batch runs. */
export interface OutgoingMessage extends SendPassFacts {
  readonly id: string;
  readonly conversationId: string;
  readonly senderId: string;
  /** Token hash of the session that sends. */
  readonly tokenHash: string;
  readonly clientId: string;
  readonly text: string;
  readonly createdAt: number;
}

/** What a message quotes of its recipient's profile, with the id of the row to be stored. */
export interface MessageQuote {
  readonly id: string;
  readonly block: QuotedBlock;
}

/**
 * The events of a send: the message for both members and, if it costs credits, the new balance for the sender. The batch inserts seq, unread
 * counts and balance.
 */
export interface SendEvents {
  readonly toRecipient: EventText;
  /** Id of the event row for the sender, which holds the same event. */
  readonly senderEventId: string;
  readonly creditsToSender: EventText;
}

/** The sender's id, or null if something by which the send was checked has changed, its session is not valid or `isAllowed` does not hold. */
const senderIfUnchanged = (send: OutgoingMessage, isAllowed: SQL): SQL => sql`(select me.id from participants i
  cross join conversations c on c.id = i.conversation_id
  cross join members me on me.id = i.member_id
  cross join members other on other.id = i.other_id
  cross join ${sessions} on ${sessions.memberId} = me.id
  where i.member_id = ${send.senderId} and i.conversation_id = ${send.conversationId} and i.other_id = ${send.recipientId}
    and i.is_accessible
    and c.first_sender_id is ${send.firstSenderId}
    and me.status = 'active' and me.date_of_birth is not null and me.payment_country is ${send.paymentCountry} and me.premium_until is ${send.premiumUntil}
    and other.status in ('active', 'not_confirmed') and other.is_fictional = ${send.isToFictional}
    and (${likesOther(sql`me.id`, sql`other.id`)} and ${likesOther(sql`other.id`, sql`me.id`)}) = ${send.isMatch}
    and not ${blocksOther(sql`me.id`, sql`other.id`)} and not ${blocksOther(sql`other.id`, sql`me.id`)}
    and ${isSessionOfCredential({ memberId: send.senderId, tokenHash: send.tokenHash }, send.createdAt)}
    and ${isAllowed})`;

const countedFirstMessages = (send: OutgoingMessage, { countedSince }: FirstMessageCheck) =>
  sql`from first_messages where member_id = ${send.senderId} and created_at > ${countedSince}`;

const isFirstMessageAllowed = (send: OutgoingMessage, firstMessage: FirstMessageCheck): SQL =>
  sql`exists (select 1 from members where id = ${send.recipientId} and hidden_words is ${firstMessage.hiddenWords})
    and coalesce(me.limited_until, 0) <= ${send.createdAt}
    and (not ${firstMessage.isToStranger} or ((select count(*) ${countedFirstMessages(send, firstMessage)}) < ${firstMessage.maxPerDay}
      and (select count(*) ${countedFirstMessages(send, firstMessage)} and text_hash = ${firstMessage.textHash}) < ${firstMessage.maxOfOneText}))`;

const senderCodec = rowCodec({
  id: members.id,
  creditsBefore: members.credits,
  lastActiveAt: members.lastActiveAt,
  activityBucket: members.activityBucket,
  hidePresence: members.hidePresence,
  sessionId: sessions.id,
  sessionSeenAt: sessions.seenAt,
});

const senderOf = ({ senderId, tokenHash, createdAt }: OutgoingMessage): SQL =>
  sql`(select ${senderCodec.cell} from ${sessions} inner join ${members} on ${members.id} = ${sessions.memberId}
    where ${isSessionOfCredential({ memberId: senderId, tokenHash }, createdAt)})`;

/**
 * Inserts the message with the next seq, and returns that and the sender. If it may not be sent any more, sender_id is null, which violates
 * NOT NULL and undoes the batch.
 */
const insertMessageIf = (send: OutgoingMessage, isAllowed: SQL): SQL =>
  sql`
    insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at)
    select ${send.id}, ${send.conversationId},
      (select coalesce(max(seq), 0) + 1 from messages where conversation_id = ${send.conversationId}),
      ${senderIfUnchanged(send, isAllowed)}, ${send.clientId}, ${send.text}, ${send.createdAt}
    returning seq, ${senderOf(send)} as sender`;

const readInserted = ({ seq, sender }: { seq: number; sender: string }) => ({ seq, sender: senderCodec.read(sender) });

const insertMessage = preparedRows((_, send: OutgoingMessage) => insertMessageIf(send, sql`true`), readInserted);
const insertFirstMessage = preparedRows(
  (_, send: OutgoingMessage, firstMessage: FirstMessageCheck) => insertMessageIf(send, isFirstMessageAllowed(send, firstMessage)),
  readInserted,
);

const setFirstSender = prepared((db, { conversationId, senderId }: OutgoingMessage) =>
  db.run(sql`update conversations set first_sender_id = ${senderId} where id = ${conversationId}`),
);

const recordFirstMessage = prepared((db, send: OutgoingMessage, { textHash }: FirstMessageCheck) =>
  db.run(
    sql`
      insert into first_messages (member_id, conversation_id, text_hash, created_at)
      values (${send.senderId}, ${send.conversationId}, ${textHash}, ${send.createdAt}) on conflict do nothing`,
  ),
);

const setMessageRequest = prepared((db, { recipientId, conversationId }: OutgoingMessage, isMessageRequest: number) =>
  db.run(
    sql`update participants set is_message_request = ${isMessageRequest} where member_id = ${recipientId} and conversation_id = ${conversationId}`,
  ),
);

/** Updates both participants in the same batch, so that the list and the badge read one index range each. An answer ends a message request. */
const updateParticipants = prepared((db, send: OutgoingMessage) =>
  db.run(
    sql`
      update participants set
        last_seq = (select seq from messages where id = ${send.id}), last_text = ${send.text},
        last_sender_id = ${send.senderId}, last_at = ${send.createdAt}, unread = unread + (member_id <> ${send.senderId}),
        is_listed = 1, is_accessible = 1, is_message_request = is_message_request and member_id <> ${send.senderId}
      where member_id in (${send.recipientId}, ${send.senderId}) and conversation_id = ${send.conversationId}`,
  ),
);

/** Writes the event of the message for both members, the recipient's first, because events are delivered in the order of their rows. */
const insertMessageEventsWith = (
  db: Database,
  send: OutgoingMessage,
  toRecipient: EventText,
  senderEventId: string,
  quote: readonly EventPatch[],
) => {
  const messageEvent = patchedEvent(toRecipient, [
    ...quote,
    ['$.message.seq', sql`side.last_seq`],
    ['$.unread.conversation', sql`side.unread`],
    ['$.unread.total', unreadMessagesOf(sql`side.member_id`)],
  ]);
  // A send changes the unseen notifications of its recipient alone, and not even theirs if it is a message request.
  const toRecipientAlone = sql`case when side.member_id = ${send.senderId} then '{}' when side.is_message_request then '{"is_aside":true}'
    else json_object('unread', json_object('unseen_notifications', ${unseenNotificationsOf(sql`side.member_id`)})) end`;
  return insertEventsFrom(
    db,
    sql`select iif(side.member_id = ${send.senderId}, ${senderEventId}, ${toRecipient.id}), side.member_id,
        json_patch(${messageEvent}, ${toRecipientAlone}), ${toRecipient.createdAt}, ${toRecipient.dueAt}, 0
      from participants side where side.member_id in (${send.recipientId}, ${send.senderId}) and side.conversation_id = ${send.conversationId}
      order by side.member_id = ${send.senderId}`,
  );
};

const insertMessageEvents = prepared((db, send: OutgoingMessage, toRecipient: EventText, senderEventId: string) =>
  insertMessageEventsWith(db, send, toRecipient, senderEventId, []),
);
const insertQuotingMessageEvents = prepared((db, send: OutgoingMessage, toRecipient: EventText, senderEventId: string) =>
  insertMessageEventsWith(db, send, toRecipient, senderEventId, [
    ['$.message.about', sql`json(${quoteOfMessage(sql`${send.id}`, send.senderId)})`],
  ]),
);

/** Writes the event of the sender's new balance. */
const insertCreditsEvent = prepared((db, { senderId }: OutgoingMessage, creditsToSender: EventText) =>
  insertEventText(db, creditsToSender, sql`true`, [['$.credits', sql`(select credits from members where id = ${senderId})`]]),
);

/**
 * A send as one batch: message with its seq and its sender, debit from balance and lots, ledger lines, first message, both participants, and
 * events (docs/product.md, "Charging a message"). `cost` is the price in credits, 0 if it is free; `counters` are the limits to
 * be counted here, none if they have been. An overdraft violates `CHECK members_credits_not_negative` or `CHECK credit_lots_not_negative`,
 * changed facts violate `NOT NULL messages.sender_id`, a message above a limit violates `NOT NULL attempts.count`, a repeated client id
 * violates `UNIQUE messages.sender_id`, a quoted block that the recipient's profile does not have `NOT NULL quotes.text` (docs/decisions/0041-guard-writes-with-constraints.md).
 */
export function sendStatements(
  db: Database,
  send: OutgoingMessage,
  firstMessage: FirstMessageCheck | null,
  cost: number,
  events: SendEvents,
  counters: readonly AttemptCounter[] = [],
  quote: MessageQuote | null = null,
) {
  const { id, senderId, createdAt } = send;
  const debit = { memberId: senderId, amount: cost, reason: 'message' as const, reference: id, createdAt };
  const quoteRow = { authorId: senderId, ownerId: send.recipientId, messageId: id, createdAt };
  return {
    limits: counters.length > 0 ? countAttemptsWithin(db, counters, createdAt) : null,
    message: firstMessage ? insertFirstMessage(db, send, firstMessage) : insertMessage(db, send),
    ...(cost === 0 ? {} : spendCredits(db, debit)),
    firstSender: firstMessage && setFirstSender(db, send),
    firstMessageRecord: firstMessage?.isToStranger ? recordFirstMessage(db, send, firstMessage) : null,
    messageRequest: firstMessage && setMessageRequest(db, send, firstMessage.isMessageRequest),
    participants: updateParticipants(db, send),
    quote: quote && insertQuoteWhen(db, { ...quoteRow, id: quote.id }, quote.block, sql`true`),
    events: (quote ? insertQuotingMessageEvents : insertMessageEvents)(db, send, events.toRecipient, events.senderEventId),
    creditsEvent: cost === 0 ? null : insertCreditsEvent(db, send, events.creditsToSender),
  };
}

import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { compiled, compiledRows } from '../../prepared-statement.ts';
import { packed } from '../../row-codec.ts';
import { members, sessions } from '../../schema/index.ts';
import { unreadOf } from '../shared/badge.ts';
import { moveCredits } from '../shared/credit-balance.ts';
import { type EventText, insertEventsFrom, insertEventText, patchedEvent } from '../shared/event-outbox.ts';
import { isOfClaim } from '../shared/sessions.ts';
import { blocksOther, likesOther } from './conversations.ts';

/** What a send is judged by, as the rows had it. The batch that writes the message fails when any of it is so no longer, or a block or a farewell stands between the two. */
export interface Situation {
  readonly paymentCountry: string | null;
  readonly premiumUntil: number | null;
  readonly recipientId: string;
  readonly isToFictional: 0 | 1;
  readonly isMatch: 0 | 1;
  /** Who wrote the conversation's first message; null before there is one. */
  readonly openerId: string | null;
}

/** What the first message of a conversation is judged by beyond that, and what is noted of it. */
export interface Opening {
  /** 1 to a stranger: then it counts against the day's limits. */
  readonly isCounted: 0 | 1;
  readonly textHash: string;
  readonly countedSince: number;
  readonly mostPerDay: number;
  readonly mostOfOneText: number;
  /** The recipient's hidden words that it was held against, as they are stored. */
  readonly hiddenWords: string | null;
  /** 1 when it holds one of them. */
  readonly isAside: 0 | 1;
}

/** A message on its way, with all that must still hold when it is written. */
export interface Send extends Situation {
  readonly id: string;
  readonly conversationId: string;
  readonly senderId: string;
  /** Of the session that sends. */
  readonly tokenHash: string;
  readonly clientId: string;
  readonly text: string;
  readonly createdAt: number;
}

/** What it costs in credits, 0 when it is free. */
export interface Charge {
  readonly cost: number;
  readonly ledgerId: string;
}

/** One event for both members, whose numbers the batch puts in, and the sender's new balance. */
export interface SendEvents {
  readonly toRecipient: EventText;
  /** The id of the sender's own row of it. */
  readonly idToSender: string;
  readonly creditsToSender: EventText;
}

const isSame = (send: Send): SQL => sql`exists (select 1 from inbox i
  cross join conversations c on c.id = i.conversation_id
  cross join members me on me.id = i.member_id
  cross join members other on other.id = i.other_id
  where i.member_id = ${send.senderId} and i.conversation_id = ${send.conversationId} and i.other_id = ${send.recipientId} and i.is_open
    and c.opener_id is ${send.openerId}
    and me.status = 'active' and me.payment_country is ${send.paymentCountry} and me.premium_until is ${send.premiumUntil}
    and other.status in ('active', 'not_confirmed') and other.is_fictional = ${send.isToFictional}
    and (${likesOther(sql`me.id`, sql`other.id`)} and ${likesOther(sql`other.id`, sql`me.id`)}) = ${send.isMatch}
    and not ${blocksOther(sql`me.id`, sql`other.id`)} and not ${blocksOther(sql`other.id`, sql`me.id`)})
  and exists (select 1 from sessions where ${isOfClaim({ memberId: send.senderId, tokenHash: send.tokenHash }, send.createdAt)})`;

const countedOf = (send: Send, { countedSince }: Opening) =>
  sql`from first_messages where member_id = ${send.senderId} and created_at > ${countedSince}`;

const mayOpen = (send: Send, opening: Opening): SQL =>
  sql`exists (select 1 from members where id = ${send.recipientId} and hidden_words is ${opening.hiddenWords})
    and (not ${opening.isCounted} or ((select count(*) ${countedOf(send, opening)}) < ${opening.mostPerDay}
      and (select count(*) ${countedOf(send, opening)} and text_hash = ${opening.textHash}) < ${opening.mostOfOneText}))`;

/** When what it was judged by has changed, the sender is null, NOT NULL fails and the whole batch with it. */
const messageIf = (db: Database, send: Send, stillAllowed: SQL) =>
  db.all<{ seq: number }>(
    sql`insert into messages (id, conversation_id, seq, sender_id, client_id, text, created_at) select ${send.id}, ${send.conversationId}, (select coalesce(max(seq), 0) + 1 from messages where conversation_id = ${send.conversationId}), case when ${stillAllowed} then ${send.senderId} end, ${send.clientId}, ${send.text}, ${send.createdAt} returning seq`,
  );

const insertMessage = compiled((db, send: Send) => messageIf(db, send, isSame(send)));
const insertOpening = compiled((db, send: Send, opening: Opening) =>
  messageIf(db, send, sql`${isSame(send)} and ${mayOpen(send, opening)}`),
);

const noteOpener = compiled((db, { conversationId, senderId }: Send) =>
  db.run(sql`update conversations set opener_id = ${senderId} where id = ${conversationId}`),
);

const noteFirstMessage = compiled((db, send: Send, { textHash }: Opening) =>
  db.run(
    sql`insert into first_messages (member_id, conversation_id, text_hash, created_at) values (${send.senderId}, ${send.conversationId}, ${textHash}, ${send.createdAt}) on conflict do nothing`,
  ),
);

const layAside = compiled((db, { recipientId, conversationId }: Send, isAside: number) =>
  db.run(sql`update inbox set is_aside = ${isAside} where member_id = ${recipientId} and conversation_id = ${conversationId}`),
);

/** Both sides of the conversation, kept in the same batch so that the list and the badge are one index range each. Whoever writes has theirs back from aside. */
const keepSides = compiled((db, send: Send) =>
  db.run(
    sql`update inbox set last_seq = (select seq from messages where id = ${send.id}), last_text = ${send.text}, last_sender_id = ${send.senderId}, last_at = ${send.createdAt},
      unread = unread + (member_id <> ${send.senderId}), is_listed = 1, is_open = 1, is_aside = is_aside and member_id <> ${send.senderId}
      where member_id in (${send.recipientId}, ${send.senderId}) and conversation_id = ${send.conversationId}`,
  ),
);

/** The recipient's first: that is the order of delivery. */
const tellOfMessage = compiled((db, send: Send, event: EventText, idToSender: string) => {
  const told = patchedEvent(event, [
    ['$.message.seq', sql`side.last_seq`],
    ['$.unread.conversation', sql`side.unread`],
    ['$.unread.total', unreadOf(sql`side.member_id`)],
  ]);
  return insertEventsFrom(
    db,
    sql`select iif(side.member_id = ${send.senderId}, ${idToSender}, ${event.id}), side.member_id, json_patch(${told}, iif(side.is_aside, '{"is_aside":true}', '{}')), ${event.createdAt}, ${event.dueAt}, 0
      from inbox side where side.member_id in (${send.recipientId}, ${send.senderId}) and side.conversation_id = ${send.conversationId} order by side.member_id = ${send.senderId}`,
  );
});

const tellOfCredits = compiled((db, event: EventText) =>
  insertEventText(db, event, sql`true`, [['$.credits', sql`(select credits from members where id = ${event.memberId})`]]),
);

const afterwards = packed({
  id: members.id,
  credits: members.credits,
  lastActiveAt: members.lastActiveAt,
  activeBucket: members.activeBucket,
  sessionId: sessions.id,
  sessionSeenAt: sessions.seenAt,
});

const senderAfterwards = compiledRows(
  (_, { senderId, tokenHash, createdAt }: Send) =>
    sql`select ${afterwards.cell} as row from ${sessions} inner join ${members} on ${members.id} = ${sessions.memberId} where ${isOfClaim({ memberId: senderId, tokenHash }, createdAt)}`,
  ({ row }: { row: string }) => afterwards.read(row),
);

/**
 * A send as one batch: message with its seq, debit, ledger line, the inbox rows of both, outbox, and the sender as they are afterwards
 * (docs/product.md, "Charging a message"). An overdraft breaks `CHECK members_credits_not_negative`, changed facts break
 * `NOT NULL messages.sender_id`, a repeat breaks `UNIQUE messages.sender_id` (docs/decisions/0041-guard-writes-with-constraints.md).
 */
export function sendStatements(db: Database, send: Send, opening: Opening | null, { cost, ledgerId }: Charge, events: SendEvents) {
  const { id, senderId, createdAt } = send;
  const line = { id: ledgerId, memberId: senderId, amount: -cost, reason: 'message' as const, reference: id, createdAt };
  const [debit, noted] = cost === 0 ? [null, null] : moveCredits(db, line);
  return [
    opening ? insertOpening(db, send, opening) : insertMessage(db, send),
    debit,
    noted,
    opening && noteOpener(db, send),
    opening?.isCounted ? noteFirstMessage(db, send, opening) : null,
    opening && layAside(db, send, opening.isAside),
    keepSides(db, send),
    tellOfMessage(db, send, events.toRecipient, events.idToSender),
    cost === 0 ? null : tellOfCredits(db, events.creditsToSender),
    senderAfterwards(db, send),
  ] as const;
}

import { and, asc, desc, eq, gt, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../client.ts';
import { prepared } from '../../prepared-statement.ts';
import { blocks, conversations, firstMessages, images, likes, members, messages, participants } from '../../schema/index.ts';
import { cardColumns, isMainImage, isMyLike, myLike } from '../profile/profile.ts';
import { isAmongFirst } from '../shared/first-rows.ts';
import { quoteOfLike, quoteOfMessage } from '../shared/quotes.ts';

export type MessageRow = typeof messages.$inferSelect;

const theirParticipant = alias(participants, 'their_participant');
const exists = (table: SQL): SQL<number> => sql<number>`exists (select 1 from ${table})`;

/** Whether one member blocks another. */
export const blocksOther = (blocker: unknown, blocked: unknown) =>
  exists(sql`${blocks} where ${blocks.blockerId} = ${blocker} and ${blocks.blockedId} = ${blocked}`);
/** Whether one member likes another and their address is confirmed: before that the like does not show. */
export const likesOther = (liker: unknown, liked: unknown) =>
  exists(sql`${likes} join members as liker on liker.id = ${likes.likerId} and liker.status = 'active'
    where ${likes.likerId} = ${liker} and ${likes.likedId} = ${liked}`);

/** Which of the two sides of a conversation blocks the other. */
const blocksBetween = (memberId: string) => ({
  iBlock: blocksOther(memberId, participants.otherId),
  blocksMe: blocksOther(participants.otherId, memberId),
});

/** Card columns of a conversation's other member, for queries that left-join members. An erased member reads as a deleted one without a name. */
export const otherMemberCard = {
  ...cardColumns,
  id: participants.otherId,
  status: sql<string>`coalesce(${members.status}, 'deleted')`,
  name: sql<string>`coalesce(${members.name}, '')`,
  language: sql<string>`coalesce(${members.language}, '')`,
  isFictional: sql<boolean>`coalesce(${members.isFictional}, 0)`.mapWith(Boolean),
  hidePresence: sql<boolean>`coalesce(${members.hidePresence}, 1)`.mapWith(Boolean),
  lastActiveAt: sql<number>`coalesce(${members.lastActiveAt}, 0)`,
};

/** The conversation of two members, with whether `memberId` has not deleted it; no row if they have none. The order of the ids does not matter. */
export const conversationOfPair = (db: Database, memberId: string, otherId: string) =>
  db
    .select({ id: conversations.id, isAccessible: participants.isAccessible })
    .from(conversations)
    .innerJoin(participants, and(eq(participants.conversationId, conversations.id), eq(participants.memberId, memberId)))
    .where(isOfPair(memberId, otherId));

/** The two ids in the order in which conversations store them. */
const pairOf = (one: string, other: string): [string, string] => (one < other ? [one, other] : [other, one]);

/** Condition: the row of conversations is the one of these two members. */
export function isOfPair(memberId: string, otherId: string): SQL {
  const [firstId, secondId] = pairOf(memberId, otherId);
  return sql`${conversations.lowerMemberId} = ${firstId} and ${conversations.higherMemberId} = ${secondId}`;
}

/** Makes the conversation of two members with both participants, or reopens it for `memberId` if it exists. `opened` gives its id, which may differ from `id`. */
export function createConversationStatements(db: Database, id: string, memberId: string, otherId: string, now: number) {
  const [firstId, secondId] = pairOf(memberId, otherId);
  const participant = (participantId: string, otherParticipantId: string) =>
    db.run(
      sql`
        insert into participants (member_id, conversation_id, other_id)
        select ${participantId}, id, ${otherParticipantId} from conversations where lower_member_id = ${firstId} and higher_member_id = ${secondId}
        on conflict do nothing`,
    );
  return {
    conversation: db
      .insert(conversations)
      .values({ id, lowerMemberId: firstId, higherMemberId: secondId, createdAt: now })
      .onConflictDoNothing(),
    myParticipant: participant(memberId, otherId),
    theirParticipant: participant(otherId, memberId),
    opened: db
      .update(participants)
      .set({ isAccessible: true })
      .where(
        and(
          eq(participants.memberId, memberId),
          sql`${participants.conversationId} = (select id from conversations where lower_member_id = ${firstId} and higher_member_id = ${secondId})`,
        ),
      )
      .returning({ id: participants.conversationId }),
  };
}

/** A member's side of a conversation, with all that decides whether and at what price they may write; no row if it is not theirs or they have deleted it. */
export const conversationOf = prepared((db, memberId: string, conversationId: string) =>
  db
    .select({
      ...otherMemberCard,
      participant: participants,
      firstSenderId: conversations.firstSenderId,
      otherReadTo: sql<number>`coalesce(${theirParticipant.readTo}, 0)`,
      ...blocksBetween(memberId),
      likesMe: likesOther(participants.otherId, memberId),
      myLikeQuote: quoteOfLike(memberId, sql`${participants.otherId}`, memberId),
      theirLikeQuote: quoteOfLike(sql`${participants.otherId}`, memberId, memberId),
      // The unary plus makes SQLite use the index on the conversation instead of that on the sender.
      haveWritten: exists(
        sql`${messages} where ${messages.conversationId} = ${participants.conversationId} and +${messages.senderId} = ${memberId}`,
      ),
      // Hidden words of the other member, as stored, for the check of the first message; null once there is a message.
      hiddenWords: sql<string | null>`case when ${conversations.firstSenderId} is null then ${members.hiddenWords} end`,
    })
    .from(participants)
    .innerJoin(conversations, eq(conversations.id, participants.conversationId))
    .leftJoin(members, eq(members.id, participants.otherId))
    .leftJoin(
      theirParticipant,
      and(eq(theirParticipant.memberId, participants.otherId), eq(theirParticipant.conversationId, participants.conversationId)),
    )
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .where(and(eq(participants.memberId, memberId), eq(participants.conversationId, conversationId), eq(participants.isAccessible, true))),
);

/** The seq of a mark, which is either a seq or the id of a message of this conversation; 0 for an unknown id. */
const seqOf = (conversationId: string, mark: number | string): SQL =>
  typeof mark === 'number'
    ? sql`${mark}`
    : sql`coalesce((select seq from messages where id = ${mark} and conversation_id = ${conversationId}), 0)`;

/** A page of messages, without the marks themselves. A mark is a seq or a message id. */
export interface MessageRange {
  readonly before: number | string | undefined;
  readonly after: number | string | undefined;
  readonly limit: number;
}

/** A page of a conversation behind what its member has cleared: newest first, or oldest first if `after` is given; no rows if it is not theirs. */
export const messagesOf = (db: Database, memberId: string, conversationId: string, { before, after, limit }: MessageRange) =>
  before === undefined && after === undefined
    ? latestMessages(db, memberId, conversationId, limit)
    : messagesInRange(db, memberId, conversationId, { before, after, limit });

const messagesInRange = (db: Database, memberId: string, conversationId: string, { before, after, limit }: MessageRange) =>
  db
    .select({ message: messages, about: quoteOfMessage(sql`${messages.id}`, memberId) })
    .from(messages)
    .innerJoin(
      participants,
      and(
        eq(participants.conversationId, messages.conversationId),
        eq(participants.memberId, memberId),
        eq(participants.isAccessible, true),
      ),
    )
    .where(
      and(
        eq(messages.conversationId, conversationId),
        gt(messages.seq, participants.clearedTo),
        before === undefined ? undefined : lt(messages.seq, seqOf(conversationId, before)),
        after === undefined ? undefined : gt(messages.seq, seqOf(conversationId, after)),
      ),
    )
    .orderBy(after === undefined ? desc(messages.seq) : asc(messages.seq))
    .limit(limit);

const latestMessages = prepared((db, memberId: string, conversationId: string, limit: number) =>
  messagesInRange(db, memberId, conversationId, { before: undefined, after: undefined, limit }),
);

/** The message that a sender has sent with this client id, if any. */
export const messageByClientId = prepared((db, senderId: string, clientId: string) =>
  db
    .select({ message: messages, about: quoteOfMessage(sql`${messages.id}`, senderId) })
    .from(messages)
    .where(and(eq(messages.senderId, senderId), eq(messages.clientId, clientId))),
);

/** First messages of a member to strangers since a time, oldest first. */
export const firstMessagesSince = prepared((db, memberId: string, since: number) =>
  db
    .select({ createdAt: firstMessages.createdAt, textHash: firstMessages.textHash })
    .from(firstMessages)
    .where(and(eq(firstMessages.memberId, memberId), gt(firstMessages.createdAt, since)))
    .orderBy(asc(firstMessages.createdAt)),
);

/** Deletes records of first messages that no longer count against a limit. */
export const deletePastFirstMessages = (db: Database, until: number) =>
  db.delete(firstMessages).where(isAmongFirst(firstMessages, lte(firstMessages.createdAt, until)));

/** Cursor of the conversation list: the last one served, with the time of its last message. */
interface ConversationListCursor {
  readonly at: number;
  readonly id: string;
}

const isListedFor = (memberId: string) =>
  and(eq(participants.memberId, memberId), sql`is_listed`, sql`not ${blocksOther(memberId, participants.otherId)}`);

/**
 * A member's conversations, newest first, with the other's card. Those with a member whom this one blocks are left out
 * (docs/product.md, "Conversation list").
 */
export const conversationListOf = (db: Database, memberId: string, cursor: ConversationListCursor | null, limit: number) =>
  db
    .select({ ...otherMemberCard, participant: participants, blocksMe: blocksBetween(memberId).blocksMe })
    .from(participants)
    .leftJoin(members, eq(members.id, participants.otherId))
    .leftJoin(images, isMainImage)
    .leftJoin(myLike, isMyLike(memberId))
    .where(
      and(
        isListedFor(memberId),
        cursor
          ? or(lt(participants.lastAt, cursor.at), and(eq(participants.lastAt, cursor.at), gt(participants.conversationId, cursor.id)))
          : undefined,
      ),
    )
    .orderBy(desc(participants.lastAt), asc(participants.conversationId))
    .limit(limit);

/** The number of conversations in that list. */
export const conversationTotal = prepared((db, memberId: string) =>
  db.select({ total: sql<number>`count(*)` }).from(participants).where(isListedFor(memberId)),
);

import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/**
 * One conversation a pair of members; `lowerMemberId` is the lower of the two ids. `firstSenderId` is the sender of the first message, null before it.
 */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text().primaryKey(),
    lowerMemberId: text().notNull(),
    higherMemberId: text().notNull(),
    firstSenderId: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    uniqueIndex('conversations_of_pair').on(t.lowerMemberId, t.higherMemberId),
    check('conversations_ordered', sql`lower_member_id < higher_member_id`),
  ],
);

/** `seq` counts 1, 2, 3 … within a conversation. A repeated send has the same sender and client id and finds the first result. */
export const messages = sqliteTable(
  'messages',
  {
    id: text().primaryKey(),
    conversationId: text()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    senderId: text().notNull(),
    clientId: text().notNull(),
    text: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex('messages_in_order').on(t.conversationId, t.seq), uniqueIndex('messages_once').on(t.senderId, t.clientId)],
);

/**
 * A participant: one member's side of a conversation. `readTo` and `clearedTo` are the `seq` up to which the member has read and deleted
 * it; `unread` counts the other's messages after both. `isListed`: shown in the list, from the first message on. `isAccessible`: false
 * from its deletion by the member until the next message.
 */
export const participants = sqliteTable(
  'participants',
  {
    memberId: text().notNull(),
    conversationId: text().notNull(),
    otherId: text().notNull(),
    lastSeq: integer().notNull().default(0),
    lastText: text().notNull().default(''),
    lastSenderId: text().notNull().default(''),
    lastAt: integer().notNull().default(0),
    unread: integer().notNull().default(0),
    readTo: integer().notNull().default(0),
    clearedTo: integer().notNull().default(0),
    isListed: integer({ mode: 'boolean' }).notNull().default(false),
    isAccessible: integer({ mode: 'boolean' }).notNull().default(true),
    // The conversation is a message request to this member (docs/product.md, "Message requests").
    isMessageRequest: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.conversationId] }),
    index('participants_newest_first').on(t.memberId, sql`last_at desc`, t.conversationId).where(sql`is_listed`),
    index('participants_unread').on(t.memberId, t.unread).where(sql`unread > 0`),
    index('participants_unread_by_time').on(t.lastAt, t.memberId).where(sql`unread > 0`),
  ],
);

/** First messages to members who are no match, counted for the daily limit and, by a digest of the text, for the limit on equal texts. */
export const firstMessages = sqliteTable(
  'first_messages',
  { memberId: text().notNull(), conversationId: text().notNull(), textHash: text().notNull(), createdAt: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.memberId, t.conversationId] }),
    index('first_messages_by_time').on(t.memberId, t.createdAt),
    index('first_messages_past').on(t.createdAt),
  ],
);

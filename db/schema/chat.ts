import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** One conversation a pair, `first` before `second` by id. Its opener is whoever wrote its first message. */
export const conversations = sqliteTable(
  'conversations',
  {
    id: text().primaryKey(),
    firstId: text().notNull(),
    secondId: text().notNull(),
    openerId: text(),
    createdAt: integer().notNull(),
  },
  (t) => [uniqueIndex('conversations_of_pair').on(t.firstId, t.secondId), check('conversations_ordered', sql`first_id < second_id`)],
);

/** seq is 1..n within a conversation; (sender, client_id) makes a repeated send find its first result. */
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

/** A member's side of a conversation. Unread = the other's messages with seq > max(readTo, clearedTo). Listed once it has a message; closed by its member until the next one. */
export const inbox = sqliteTable(
  'inbox',
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
    isOpen: integer({ mode: 'boolean' }).notNull().default(true),
    // A hidden word of the member's stood in the first message, and they have neither read nor answered it.
    isAside: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.conversationId] }),
    index('inbox_newest_first').on(t.memberId, sql`last_at desc`, t.conversationId).where(sql`is_listed`),
    index('inbox_unread').on(t.memberId, t.unread).where(sql`unread > 0`),
    index('inbox_unread_by_time').on(t.lastAt, t.memberId).where(sql`unread > 0`),
  ],
);

/** First messages to strangers, for the daily limit and against one text sent to many. */
export const firstMessages = sqliteTable(
  'first_messages',
  { memberId: text().notNull(), conversationId: text().notNull(), textHash: text().notNull(), createdAt: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.memberId, t.conversationId] }),
    index('first_messages_by_time').on(t.memberId, t.createdAt),
    index('first_messages_past').on(t.createdAt),
  ],
);

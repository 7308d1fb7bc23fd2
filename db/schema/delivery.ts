import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Events for members' rooms, written in the batch that causes them; a row is deleted once the room has received it (docs/product.md, "Event
 * outbox").
 */
export const eventOutbox = sqliteTable(
  'event_outbox',
  {
    id: text().primaryKey(),
    memberId: text().notNull(),
    event: text({ mode: 'json' }).$type<unknown>().notNull(),
    createdAt: integer().notNull(),
    dueAt: integer().notNull(),
    tries: integer().notNull().default(0),
    // Its push was written because the room could not be reached; delivery to the room writes no second one.
    isPushQueued: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('event_outbox_due').on(t.dueAt), index('event_outbox_of_member').on(t.memberId)],
);

/** Kinds of mails about orders and premium. */
const ORDER_MAIL_KINDS = ['order_returned', 'charged_back', 'premium_renewed', 'premium_not_renewed'] as const;
export const MAIL_KINDS = [
  ...(['activation', 'account_exists', 'reset', 'mail_change', 'mail_changed', 'deleted', 'absence', 'summary', 'offer'] as const),
  ...ORDER_MAIL_KINDS,
  ...(['complaint', 'complaint_answer', 'notice', 'statement', 'outcome', 'appeal_outcome', 'cancellation'] as const),
] as const;

/**
 * Mails, written in the batch that causes them and then handed to the mail server (docs/product.md, "Mail delivery"). `acceptedAt`: the
 * server has taken it; subject, texts and headers are empty from then on, because their links open accounts, and so is the recipient of a
 * mail to a member.
 */
export const mails = sqliteTable(
  'mails',
  {
    id: text().primaryKey(),
    memberId: text(),
    kind: text({ enum: MAIL_KINDS }).notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    headers: text({ mode: 'json' }).$type<Record<string, string>>(),
    createdAt: integer().notNull(),
    dueAt: integer().notNull(),
    tries: integer().notNull().default(0),
    acceptedAt: integer(),
  },
  (t) => [index('mails_due').on(t.dueAt).where(sql`accepted_at is null`), index('mails_of_member').on(t.memberId, t.kind, t.createdAt)],
);

/** Copies of accepted mails, which the mailbox of a local site shows. A deployed site writes none. */
export const mailbox = sqliteTable('mailbox', {
  id: text()
    .primaryKey()
    .references(() => mails.id, { onDelete: 'cascade' }),
  recipient: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  headers: text({ mode: 'json' }).$type<Record<string, string>>(),
});

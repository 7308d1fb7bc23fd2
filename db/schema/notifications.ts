import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members, sessions } from './account.ts';

/** A column with the id of a member; its row is deleted with the account. */
const memberReference = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/**
 * Browsers that receive pushes. Each belongs to the session that subscribed it and is deleted with it: at logout, password change or
 * expiry.
 */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    memberId: memberReference(),
    sessionId: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: integer().notNull(),
    seenAt: integer().notNull(),
  },
  (t) => [index('push_subscriptions_of_member').on(t.memberId, t.seenAt), uniqueIndex('push_subscriptions_of_session').on(t.sessionId)],
);

/**
 * Pushes that wait for their first try, for the end of quiet hours or for a failing push service. Pushes with the same member, tag and
 * browser are one row.
 */
export const pushes = sqliteTable(
  'pushes',
  {
    id: text().primaryKey(),
    memberId: memberReference(),
    kind: text({ enum: ['message', 'like', 'match', 'account', 'offer', 'summary'] }).notNull(),
    tag: text().notNull(),
    // The one browser that still has to get it; empty means all browsers of the member.
    subscriptionId: text().notNull().default(''),
    conversationId: text(),
    // How many events it announces.
    count: integer().notNull().default(1),
    createdAt: integer().notNull(),
    dueAt: integer().notNull(),
    tries: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('pushes_of_tag').on(t.memberId, t.tag, t.subscriptionId), index('pushes_due').on(t.dueAt)],
);

/**
 * Notification preferences; without a row the defaults hold. `quietFrom` and `quietTo` are HH:MM in the member's time zone. `readTo` is the
 * read-all mark and `seenTo` the seen mark, both times (docs/product.md, "Read state of notifications").
 */
export const notificationSettings = sqliteTable(
  'notification_settings',
  {
    memberId: text()
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    matrix: text({ mode: 'json' }).$type<Record<string, { push?: string; mail?: string }>>().notNull().default({}),
    quietFrom: text(),
    quietTo: text(),
    readTo: integer().notNull().default(0),
    seenTo: integer().notNull().default(0),
    // When the next summary is due, null while no kind is set to that cadence; and the time from which on it counts.
    dailyDueAt: integer(),
    weeklyDueAt: integer(),
    dailySince: integer().notNull().default(0),
    weeklySince: integer().notNull().default(0),
  },
  (t) => [
    index('notification_settings_daily').on(t.dailyDueAt).where(sql`daily_due_at is not null`),
    // Members who have ever chosen something about offers.
    index('notification_settings_offers').on(t.memberId).where(sql`matrix ->> '$.offer' is not null`),
    index('notification_settings_weekly').on(t.weeklyDueAt).where(sql`weekly_due_at is not null`),
  ],
);

/** Account events and offers of the notification list; its messages, likes and matches are read from their own tables. */
export const accountNotifications = sqliteTable(
  'account_notifications',
  {
    id: text().primaryKey(),
    memberId: memberReference(),
    kind: text({ enum: ['account', 'offer'] }).notNull(),
    event: text().notNull(),
    // Where a login came from, for the event `new_device`; null if that is not known.
    country: text(),
    createdAt: integer().notNull(),
  },
  (t) => [index('account_notifications_of_member').on(t.memberId, t.createdAt)],
);

import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { members, sessions } from './account.ts';

const aMember = () =>
  text()
    .notNull()
    .references(() => members.id, { onDelete: 'cascade' });

/** Browsers that take pushes. Each belongs to the session that subscribed it and goes with that: logout, password change, expiry. */
export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    memberId: aMember(),
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

/** Pushes that wait: for their first try, for quiet hours to end, for a push service to be well again. One tag of a member collapses into one row a browser. */
export const pushes = sqliteTable(
  'pushes',
  {
    id: text().primaryKey(),
    memberId: aMember(),
    kind: text({ enum: ['message', 'like', 'match', 'account', 'offer', 'digest'] }).notNull(),
    tag: text().notNull(),
    // The one browser that has not taken it yet; empty: all that the member has.
    subscriptionId: text().notNull().default(''),
    conversationId: text(),
    // How many of its kind it tells of.
    count: integer().notNull().default(1),
    createdAt: integer().notNull(),
    dueAt: integer().notNull(),
    tries: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('pushes_of_tag').on(t.memberId, t.tag, t.subscriptionId), index('pushes_due').on(t.dueAt)],
);

/** What reaches a member how; no row means the defaults. Times of the clock are HH:MM in the member's zone. */
export const noticeSettings = sqliteTable(
  'notice_settings',
  {
    memberId: text()
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    matrix: text({ mode: 'json' }).$type<Record<string, { push?: string; mail?: string }>>().notNull().default({}),
    quietFrom: text(),
    quietTo: text(),
    readTo: integer().notNull().default(0),
    // When the next summary is due, null while nothing goes out so; and from when on it tells what came.
    dailyDueAt: integer(),
    weeklyDueAt: integer(),
    dailyFrom: integer().notNull().default(0),
    weeklyFrom: integer().notNull().default(0),
  },
  (t) => [
    index('notice_settings_daily').on(t.dailyDueAt).where(sql`daily_due_at is not null`),
    index('notice_settings_weekly').on(t.weeklyDueAt).where(sql`weekly_due_at is not null`),
  ],
);

/** What happened to an account, for its list of notifications; likes and messages are read from their own tables. */
export const accountNotices = sqliteTable(
  'account_notices',
  {
    id: text().primaryKey(),
    memberId: aMember(),
    kind: text({ enum: ['account', 'offer'] }).notNull(),
    event: text().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index('account_notices_of_member').on(t.memberId, t.createdAt)],
);

import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './account.ts';

/** Members who may open the desk, and what they may do there (docs/operating.md, "Operators and the desk"). */
export const operators = sqliteTable('operators', {
  memberId: text()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  role: text({ enum: ['moderator', 'admin'] }).notNull(),
  addedAt: integer().notNull(),
});

/**
 * Codes with which an operator may register a passkey, one an operator. Only the hash of a code is stored; the row is deleted when the code
 * is used.
 */
export const operatorEnrolments = sqliteTable(
  'operator_enrolments',
  {
    memberId: text()
      .primaryKey()
      .references(() => operators.memberId, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [index('operator_enrolments_by_end').on(t.expiresAt)],
);

/** Passkeys of operators. `id` is the id of the credential and `publicKey` its COSE key, both base64url. */
export const operatorPasskeys = sqliteTable(
  'operator_passkeys',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => operators.memberId, { onDelete: 'cascade' }),
    publicKey: text().notNull(),
    // How often the authenticator has signed, as it says itself; 0 for one that does not count.
    counter: integer().notNull(),
    transports: text({ mode: 'json' }).$type<string[]>().notNull(),
    name: text().notNull(),
    createdAt: integer().notNull(),
    usedAt: integer().notNull(),
  },
  (t) => [index('operator_passkeys_of_member').on(t.memberId, t.createdAt)],
);

/**
 * Signed-in desks. Only a hash of the token is stored. A session ends with the passkey that opened it. `confirmedAt` is when its operator
 * last used a passkey in it.
 */
export const operatorSessions = sqliteTable(
  'operator_sessions',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => operators.memberId, { onDelete: 'cascade' }),
    passkeyId: text()
      .notNull()
      .references(() => operatorPasskeys.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    device: text().notNull(),
    createdAt: integer().notNull(),
    seenAt: integer().notNull(),
    confirmedAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [
    index('operator_sessions_of_member').on(t.memberId, t.tokenHash),
    index('operator_sessions_of_passkey').on(t.passkeyId),
    index('operator_sessions_by_end').on(t.expiresAt),
  ],
);

/**
 * Challenges that an authenticator has to sign, each valid once. `sessionId` is the session that asked, null before there is one; a challenge
 * of an enrolment is bound to the code that was typed.
 */
export const operatorChallenges = sqliteTable(
  'operator_challenges',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => operators.memberId, { onDelete: 'cascade' }),
    purpose: text({ enum: ['log_in', 'enrol', 'confirm', 'add_passkey'] }).notNull(),
    challenge: text().notNull(),
    sessionId: text().references(() => operatorSessions.id, { onDelete: 'cascade' }),
    codeHash: text(),
    expiresAt: integer().notNull(),
  },
  (t) => [
    index('operator_challenges_of_member').on(t.memberId),
    index('operator_challenges_of_session').on(t.sessionId).where(sql`session_id is not null`),
    index('operator_challenges_by_end').on(t.expiresAt),
  ],
);

/**
 * What operators did at the desk and on the command line. `subject` names the thing: the key of a setting, a discount code, an order; never a
 * text of a member. Both members become null when their accounts are erased.
 */
export const operatorActivity = sqliteTable(
  'operator_activity',
  {
    id: text().primaryKey(),
    actor: text({ enum: ['operator', 'command_line', 'rule'] }).notNull(),
    operatorId: text().references(() => members.id, { onDelete: 'set null' }),
    act: text().notNull(),
    aboutId: text().references(() => members.id, { onDelete: 'set null' }),
    subject: text(),
    amount: integer(),
    reason: text(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('operator_activity_of_operator').on(t.operatorId, t.createdAt).where(sql`operator_id is not null`),
    index('operator_activity_about_member').on(t.aboutId, t.createdAt).where(sql`about_id is not null`),
    index('operator_activity_by_time').on(t.createdAt),
  ],
);

/**
 * Changes of settings, so that each can be looked at and taken back. `before` and `after` are the stored values; null stands for none, so that
 * the default applied.
 */
export const settingChanges = sqliteTable(
  'setting_changes',
  {
    id: text().primaryKey(),
    key: text().notNull(),
    before: text({ mode: 'json' }).$type<unknown>(),
    after: text({ mode: 'json' }).$type<unknown>(),
    actor: text({ enum: ['operator', 'command_line', 'rule'] }).notNull(),
    operatorId: text().references(() => members.id, { onDelete: 'set null' }),
    createdAt: integer().notNull(),
  },
  (t) => [
    index('setting_changes_of_key').on(t.key, t.createdAt),
    index('setting_changes_of_operator').on(t.operatorId),
    index('setting_changes_by_time').on(t.createdAt),
  ],
);

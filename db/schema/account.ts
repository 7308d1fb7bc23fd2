import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** A member's account, profile and credit balance. In all tables, times (`…At`) are milliseconds since 1970 in UTC. */
export const members = sqliteTable(
  'members',
  {
    id: text().primaryKey(),
    email: text().notNull().unique(),
    passwordHash: text().notNull(),
    status: text({ enum: ['not_confirmed', 'active', 'deleted', 'banned'] }).notNull(),
    banReason: text(),
    // The status that a deleted or banned account returns to; null for others (docs/product.md, "Account status").
    statusBefore: text({ enum: ['not_confirmed', 'active'] }),
    deletedAt: integer(),
    deleteReason: text(),
    name: text().notNull(),
    country: text(),
    countryregion: text(),
    city: text(),
    gender: text(),
    dateOfBirth: text(),
    language: text().notNull(),
    locale: text().notNull(),
    timezone: text(),
    personal: text(),
    mainImageId: text(),
    isFictional: integer({ mode: 'boolean' }).notNull().default(false),
    hasPhoto: integer({ mode: 'boolean' }).notNull().default(false),
    // `lastActiveAt` in steps of 15 minutes since 1970, of whoever hides their presence in steps of a day: the search order knows activity
    // only this exactly.
    activityBucket: integer().notNull().default(0),
    lastActiveAt: integer().notNull().default(0),
    isPaused: integer({ mode: 'boolean' }).notNull().default(false),
    // The number of the case whose decision has paused the profile; the member cannot end that pause.
    pausedByCase: text(),
    // Until then the member begins no conversation, by decision of a moderator; null or past: no limit.
    limitedUntil: integer(),
    hidePresence: integer({ mode: 'boolean' }).notNull().default(false),
    hideFictional: integer({ mode: 'boolean' }).notNull().default(false),
    allowSearchEngines: integer({ mode: 'boolean' }).notNull().default(false),
    hiddenWords: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    // When the last absence mail was written, 0: never; another one follows only after new activity.
    awayMailedAt: integer().notNull().default(0),
    savedSearch: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    // The consent to sensitive answers: the version of its text, when it was given, and when it was withdrawn or refused. It is in force
    // while it has a version and has not ended (docs/product.md, "Consent to sensitive answers").
    sensitiveConsentVersion: integer(),
    sensitiveConsentAt: integer(),
    sensitiveConsentEndedAt: integer(),
    credits: integer().notNull().default(0),
    premiumUntil: integer(),
    paymentCountry: text(),
    paymentCountryChangedAt: integer(),
    lastSignupStep: integer(),
    // Digest of the sign-up form: the same form sent again gets the same answer.
    signupKey: text(),
    // Traffic source, referrer and page of the sign-up.
    signupOrigin: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    createdAt: integer().notNull(),
    birthYear: integer().generatedAlwaysAs(sql`cast(substr(date_of_birth, 1, 4) as integer)`, { mode: 'stored' }),
    // The search order as one number, the first result lowest: bit 33 marks fictional profiles, bit 32 members without a photo, and the
    // lower 32 bits fall with later activity (docs/product.md, "Order of results"). The constants are in db/queries/members/search-plan.ts.
    searchRank: integer().generatedAlwaysAs(sql`is_fictional * 8589934592 + (1 - has_photo) * 4294967296 + 4294967295 - activity_bucket`, {
      mode: 'stored',
    }),
    isSearchable: integer({ mode: 'boolean' }).generatedAlwaysAs(
      sql`status = 'active' and is_paused = 0 and country is not null and gender is not null and date_of_birth is not null`,
      { mode: 'stored' },
    ),
  },
  (t) => [
    check('members_credits_not_negative', sql`credits >= 0`),
    index('members_ranked').on(t.country, t.gender, t.searchRank, t.id, t.dateOfBirth, t.countryregion).where(sql`is_searchable`),
    index('members_ranked_by_year')
      .on(t.country, t.gender, t.birthYear, t.searchRank, t.id, t.dateOfBirth, t.countryregion)
      .where(sql`is_searchable`),
    index('members_ranked_everywhere')
      .on(t.searchRank, t.id, t.country, t.gender, t.dateOfBirth, t.countryregion)
      .where(sql`is_searchable`),
    // For rare ages in all countries. Few members are in it, so few visits write it.
    index('members_ranked_older')
      .on(t.searchRank, t.id, t.country, t.gender, t.dateOfBirth, t.countryregion)
      .where(sql`is_searchable and date_of_birth < '1971-01-01'`),
    index('members_ranked_in_region').on(t.countryregion, t.gender, t.searchRank, t.id, t.dateOfBirth).where(sql`is_searchable`),
    index('members_newest')
      .on(t.country, t.gender, t.createdAt, t.id, t.searchRank, t.dateOfBirth, t.countryregion)
      .where(sql`is_searchable`),
    // For counts. These two hold nothing that changes with activity, so a visit does not write them.
    index('members_by_age')
      .on(t.country, t.gender, t.hasPhoto, t.dateOfBirth, t.id, t.isFictional, t.countryregion)
      .where(sql`is_searchable`),
    index('members_by_age_in_region')
      .on(t.countryregion, t.gender, t.hasPhoto, t.dateOfBirth, t.id, t.isFictional)
      .where(sql`is_searchable`),
    // For operators, who find members by the beginning of a name.
    index('members_by_name').on(sql`name collate nocase`, t.id),
    index('members_to_erase').on(t.deletedAt).where(sql`deleted_at is not null`),
    // For daily figures. The second one holds whom no index by rank holds, so that few visits write it.
    index('members_by_signup').on(t.createdAt, t.country).where(sql`not is_fictional`),
    index('members_active_unlisted').on(t.activityBucket, t.country).where(sql`not is_searchable and not is_fictional`),
  ],
);

/** Signed-in devices. Only a hash of the token is stored. A banned member's rows stay, so that calls can be refused with `banned`. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    device: text().notNull(),
    createdAt: integer().notNull(),
    seenAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (t) => [index('sessions_of_member').on(t.memberId, t.tokenHash), index('sessions_by_end').on(t.expiresAt)],
);

/** Kinds of devices that a member has logged in with, stored longer than their sessions: a login with another kind is announced. */
export const knownDevices = sqliteTable(
  'known_devices',
  {
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    seenAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.device] })],
);

/**
 * Networks that a member has logged in from. `network` is a keyed hash and cannot be turned back into an address; `country` is the code that
 * the edge gives: ISO 3166, `T1` for Tor, `XX` if it does not know.
 */
export const knownNetworks = sqliteTable(
  'known_networks',
  {
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    network: text().notNull(),
    country: text().notNull(),
    seenAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.network] })],
);

/**
 * Changes of the e-mail address that the new address has to confirm. `doneAt`: confirmed by the link to the new address. `undoneAt`: undone
 * by the link to the old address or, without `doneAt`, void because of a later request or a new password.
 */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    id: text().primaryKey(),
    memberId: text()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    oldEmail: text().notNull(),
    newEmail: text().notNull(),
    createdAt: integer().notNull(),
    doneAt: integer(),
    undoneAt: integer(),
  },
  (t) => [index('email_changes_of_member').on(t.memberId, t.createdAt)],
);

/**
 * Ids of erased accounts, so that a restored backup can erase them again (docs/operating.md, "Backups"). An id is random and, once its account
 * is erased, belongs to nobody. Rows are deleted after 365 days.
 */
export const erasedMembers = sqliteTable(
  'erased_members',
  {
    id: text().primaryKey(),
    erasedAt: integer().notNull(),
  },
  (t) => [index('erased_members_by_time').on(t.erasedAt)],
);

/** Counters of attempts in fixed time windows (docs/product.md, "Counting of limits"). The key names what is counted and for whom. */
export const attempts = sqliteTable(
  'attempts',
  {
    key: text().notNull(),
    windowStart: integer().notNull(),
    count: integer().notNull(),
    endsAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index('attempts_by_end').on(t.endsAt)],
);

/** The settings that the operator has changed; worker/config/settings.ts holds the defaults. */
export const settings = sqliteTable('settings', { key: text().primaryKey(), value: text({ mode: 'json' }).$type<unknown>().notNull() });

import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** A member's account, profile line and balance. Times are milliseconds since 1970. */
export const members = sqliteTable(
  'members',
  {
    id: text().primaryKey(),
    email: text().notNull().unique(),
    passwordHash: text().notNull(),
    status: text({ enum: ['not_confirmed', 'active', 'deleted', 'banned'] }).notNull(),
    banReason: text(),
    // What a deleted or banned account was before, and comes back as.
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
    activeBucket: integer().notNull().default(0),
    lastActiveAt: integer().notNull().default(0),
    isPaused: integer({ mode: 'boolean' }).notNull().default(false),
    hidePresence: integer({ mode: 'boolean' }).notNull().default(false),
    hideFictional: integer({ mode: 'boolean' }).notNull().default(false),
    hiddenWords: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    awayMailedAt: integer().notNull().default(0),
    savedSearch: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    credits: integer().notNull().default(0),
    premiumUntil: integer(),
    paymentCountry: text(),
    paymentCountryChangedAt: integer(),
    lastSignupStep: integer(),
    signupKey: text(),
    signupOrigin: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    createdAt: integer().notNull(),
    birthYear: integer().generatedAlwaysAs(sql`cast(substr(date_of_birth, 1, 4) as integer)`, { mode: 'stored' }),
    // The published order as one number: real before fictional, with photo before without, latest activity first
    // (docs/product.md, "Order of results").
    walkRank: integer().generatedAlwaysAs(sql`is_fictional * 8589934592 + (1 - has_photo) * 4294967296 + 4294967295 - active_bucket`, {
      mode: 'stored',
    }),
    isSearchable: integer({ mode: 'boolean' }).generatedAlwaysAs(
      sql`status = 'active' and is_paused = 0 and country is not null and gender is not null and date_of_birth is not null`,
      { mode: 'stored' },
    ),
  },
  (t) => [
    check('members_credits_not_negative', sql`credits >= 0`),
    index('members_walk').on(t.country, t.gender, t.walkRank, t.id, t.dateOfBirth, t.countryregion).where(sql`is_searchable`),
    index('members_walk_by_year')
      .on(t.country, t.gender, t.birthYear, t.walkRank, t.id, t.dateOfBirth, t.countryregion)
      .where(sql`is_searchable`),
    index('members_walk_everywhere').on(t.walkRank, t.id, t.country, t.gender, t.dateOfBirth, t.countryregion).where(sql`is_searchable`),
    index('members_walk_in_region').on(t.countryregion, t.gender, t.walkRank, t.id, t.dateOfBirth).where(sql`is_searchable`),
    index('members_newest')
      .on(t.country, t.gender, t.createdAt, t.id, t.walkRank, t.dateOfBirth, t.countryregion)
      .where(sql`is_searchable`),
    index('members_to_erase').on(t.deletedAt).where(sql`deleted_at is not null`),
  ],
);

/** Signed-in devices. Only the hash of a token is kept; a banned member's rows stay, so that the answer can say so. */
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
  (t) => [index('sessions_of_member').on(t.memberId, t.tokenHash)],
);

/** Kinds of devices a member has logged in with: a login with another one is told. They outlive their sessions. */
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

/** Changes of address that asked the new address first: done by its link, undone by the old one's. */
export const mailChanges = sqliteTable(
  'mail_changes',
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
  (t) => [index('mail_changes_of_member').on(t.memberId, t.createdAt)],
);

/** How often something was tried within a window (docs/product.md, "Counting of limits"). */
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

/** What the operator has set; defaults stand in worker/config/settings.ts. */
export const settings = sqliteTable('settings', { key: text().primaryKey(), value: text({ mode: 'json' }).$type<unknown>().notNull() });

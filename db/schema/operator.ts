import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What the site notes about itself, one row a key (db/queries/operator/site-state.ts): `migration` while a migration is unfinished, `sweep` when
 * the scheduled handler has run last. It is read with the settings.
 */
export const siteState = sqliteTable('site_state', {
  key: text({ enum: ['migration', 'sweep'] }).primaryKey(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
  at: integer().notNull(),
});

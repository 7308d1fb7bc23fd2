import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * What the site notes about itself, one row a key (db/queries/operator/site-state.ts): `migration` while a migration is unfinished, `sweep` when
 * the scheduled handler has run last. It is read with the settings.
 */
export const siteState = sqliteTable('site_state', {
  key: text({ enum: ['migration', 'sweep'] }).primaryKey(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
  at: integer().notNull(),
});

/**
 * Which run of the scheduled handler does a duty, one row a duty (db/queries/operator/sweep-leases.ts). A duty is free once `until` is past.
 * `place` is where a duty that does not finish in one run goes on, in a form of its own; it names nobody.
 */
export const sweepLeases = sqliteTable('sweep_leases', {
  duty: text().primaryKey(),
  holder: text().notNull(),
  until: integer().notNull(),
  place: text().notNull().default(''),
});

/**
 * How much of something there was on a day, `YYYY-MM-DD` in UTC, by a slice such as a country or a reason; '' for figures without slices. The
 * scheduled handler adds a day up once it has ended (worker/domain/operating/daily-figures.ts); what leaves no row is counted as it
 * happens. Amounts of money are minor units.
 */
export const dailyFigures = sqliteTable(
  'daily_figures',
  {
    day: text().notNull(),
    figure: text().notNull(),
    slice: text().notNull().default(''),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.figure, t.slice] })],
);

import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Profile fields, the values they can take, interests and prompts, each with its labels by language. `parent` is the id of a value's
 * field, else empty.
 */
export const catalogue = sqliteTable(
  'catalogue',
  {
    kind: text({ enum: ['field', 'value', 'interest', 'prompt'] }).notNull(),
    parent: text().notNull().default(''),
    id: text().notNull(),
    position: integer().notNull(),
    icon: text().notNull().default(''),
    labels: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.parent, t.id] })],
);

/** Regions of the countries served; `id` is their ISO 3166-2 code. */
export const regions = sqliteTable('regions', { id: text().primaryKey(), country: text().notNull(), name: text().notNull() }, (t) => [
  index('regions_of_country').on(t.country, t.name),
]);

/**
 * Towns of the fifteen countries. `cell` numbers the square of one degree that a town lies in (`cellOf`), so that the nearest one is found
 * by an index.
 */
export const cities = sqliteTable(
  'cities',
  {
    id: integer().primaryKey(),
    country: text().notNull(),
    regionId: text(),
    name: text().notNull(),
    lat: real().notNull(),
    lon: real().notNull(),
    cell: integer().notNull(),
  },
  (t) => [index('cities_in_cell').on(t.cell)],
);

import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Profile fields, their values and interests: one row a slug, `parent` naming the field of a value. */
export const catalogue = sqliteTable(
  'catalogue',
  {
    kind: text({ enum: ['field', 'value', 'interest'] }).notNull(),
    parent: text().notNull().default(''),
    id: text().notNull(),
    position: integer().notNull(),
    icon: text().notNull().default(''),
    labels: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.parent, t.id] })],
);

export const regions = sqliteTable('regions', { id: text().primaryKey(), country: text().notNull(), name: text().notNull() }, (t) => [
  index('regions_of_country').on(t.country, t.name),
]);

/** Towns of the fifteen countries. `cell` names the square of one degree they lie in, so that the nearest is found among neighbours. */
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

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

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

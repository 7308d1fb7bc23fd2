import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * How often a figure of real visits was in a bucket on a day, `YYYY-MM-DD` in UTC (docs/product.md, "Web vitals of real visits"). `upTo` is the
 * upper bound of the bucket, so that rows keep their meaning when the bounds change.
 */
export const vitals = sqliteTable(
  'vitals',
  {
    day: text().notNull(),
    page: text().notNull(),
    vital: text().notNull(),
    device: text().notNull(),
    source: text().notNull(),
    upTo: real().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.page, t.vital, t.device, t.source, t.upTo] })],
);

import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Why an operator removes a photo. */
export const PHOTO_REMOVAL_REASONS = ['nudity', 'violence', 'underage', 'not_own', 'contact', 'advertising', 'illegal', 'other'] as const;

/**
 * Photos that operators have removed, so that the same picture is not uploaded again (docs/product.md, "Removed photos"). A row names no
 * member. `number` is told to whoever is refused because of it. `file` is the large file, kept until it is hashed; `dueAt` is when that is
 * tried next, null once it is done or given up.
 */
export const removedPhotos = sqliteTable(
  'removed_photos',
  {
    number: text().primaryKey(),
    reason: text({ enum: PHOTO_REMOVAL_REASONS }).notNull(),
    removedBy: text({ enum: ['operator', 'command_line', 'rule'] }).notNull(),
    removedAt: integer().notNull(),
    file: text(),
    dueAt: integer(),
    tries: integer().notNull().default(0),
  },
  (t) => [index('removed_photos_due').on(t.dueAt), index('removed_photos_by_age').on(t.removedAt)],
);

/**
 * The perceptual hashes of a removed photo and of crops of it (worker/platform/photos/perceptual-hash.ts): its frequencies in four bands of 16
 * bits and its gradient in two numbers of 32.
 */
export const removedPhotoHashes = sqliteTable(
  'removed_photo_hashes',
  {
    number: text()
      .notNull()
      .references(() => removedPhotos.number, { onDelete: 'cascade' }),
    place: integer().notNull(),
    band1: integer().notNull(),
    band2: integer().notNull(),
    band3: integer().notNull(),
    band4: integer().notNull(),
    gradient1: integer().notNull(),
    gradient2: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.number, t.place] }),
    index('removed_photo_hashes_band1').on(t.band1),
    index('removed_photo_hashes_band2').on(t.band2),
    index('removed_photo_hashes_band3').on(t.band3),
    index('removed_photo_hashes_band4').on(t.band4),
  ],
);

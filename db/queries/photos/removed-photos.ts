import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import { PHOTO_REMOVAL_REASONS, removedPhotos } from '../../schema/index.ts';
import { isAmongFirst } from '../shared/first-rows.ts';

export { PHOTO_REMOVAL_REASONS };

export type RemovedPhotoRow = typeof removedPhotos.$inferSelect;
export type PhotoRemovalReason = RemovedPhotoRow['reason'];

/** A perceptual hash: its frequencies in four bands of 16 bits, and its gradient in two numbers of 32. */
export interface PhotoHash {
  readonly bands: readonly [number, number, number, number];
  readonly gradient: readonly [number, number];
}

/** The hashes by which one picture is compared. */
export type PhotoHashes = readonly [PhotoHash, ...PhotoHash[]];

const MINUTE_MS = 60_000;
/** The pause doubles at most that many times, up to eight and a half hours. */
const MAX_PAUSE_DOUBLINGS = 9;
/** After so many tries a removed photo that cannot be hashed is given up; that is about a day after its removal. */
export const HASHING_TRIES = 12;

/**
 * The most of 128 bits in which the hashes of two copies of one picture differ. The next pair of different pictures differed in two more
 * (docs/decisions/0084-check-new-photos-and-remember-removed-ones.md).
 */
export const SAME_PHOTO_BITS = 13;
const BAND_BITS = 16;
/**
 * The most bits in which one of the four bands differs. It finds all hashes whose bands differ in up to 7 bits, and of those with 8 or more all
 * but the ones that differ in two bits or more of every band. With 2 there were eight times as many values to look up.
 */
const BAND_RADIUS = 1;

/** All masks of 16 bits with at most BAND_RADIUS bits set: 17. */
const BAND_MASKS: readonly number[] = Array.from({ length: 2 ** BAND_BITS }, (_, mask) => mask).filter(
  (mask) => mask.toString(2).replaceAll('0', '').length <= BAND_RADIUS,
);

/** The values of a band that differ from one value in at most BAND_RADIUS bits, as a JSON array. */
const nearValues = (band: number): string => JSON.stringify(BAND_MASKS.map((mask) => band ^ mask));

/** The row ids of hashes that are near another one in at least one band: 17 look-ups in each of four indexes. */
function candidateIds({ bands }: PhotoHash): SQL {
  const names = ['band1', 'band2', 'band3', 'band4'];
  const ofBand = (name: string, band: number) =>
    sql`select rowid from removed_photo_hashes indexed by ${sql.raw(`removed_photo_hashes_${name}`)}
      where ${sql.raw(name)} in (select value from json_each(${nearValues(band)}))`;
  return sql.join(
    bands.map((band, i) => ofBand(names[i] ?? '', band)),
    sql` union `,
  );
}

/** The bits in which two numbers of 32 bits differ; SQLite has no operator for it. */
const difference = (column: SQL, value: number): SQL => sql`((${column} | ${value}) - (${column} & ${value}))`;

/**
 * Rows with `number` for each hash that differs from another one in at most SAME_PHOTO_BITS bits. Bits are counted in all four numbers at once:
 * those of each pair, of each group of four and of each byte.
 */
function photosLike(hash: PhotoHash): SQL {
  const [band1, band2, band3, band4] = hash.bands;
  const pairs = (x: string) => sql.raw(`${x} - ((${x} >> 1) & 0x55555555)`);
  const fours = (x: string) => sql.raw(`(${x} & 0x33333333) + ((${x} >> 2) & 0x33333333)`);
  const bytes = (x: string) => sql.raw(`(${x} & 0x0f0f0f0f) + ((${x} >> 4) & 0x0f0f0f0f)`);
  return sql`
    select number from (
      select number, ${bytes('p')} + ${bytes('q')} as n from (
        select number, ${fours('a')} + ${fours('b')} as p, ${fours('c')} + ${fours('d')} as q from (
          select number, ${pairs('a')} as a, ${pairs('b')} as b, ${pairs('c')} as c, ${pairs('d')} as d from (
            select number,
              ${difference(sql`(band1 << 16 | band2)`, band1 * 2 ** BAND_BITS + band2)} as a,
              ${difference(sql`(band3 << 16 | band4)`, band3 * 2 ** BAND_BITS + band4)} as b,
              ${difference(sql`gradient1`, hash.gradient[0])} as c,
              ${difference(sql`gradient2`, hash.gradient[1])} as d
            from removed_photo_hashes where rowid in (${candidateIds(hash)})))))
    where (n & 255) + ((n >> 8) & 255) + ((n >> 16) & 255) + (n >> 24) <= ${SAME_PHOTO_BITS}`;
}

const likeAnyOf = (hashes: PhotoHashes): SQL => sql.join(hashes.map(photosLike), sql` union all `);

/** Condition: one of these hashes is that of a copy of a removed photo. */
export const isLikeRemovedPhoto = (hashes: PhotoHashes): SQL => sql`exists (${likeAnyOf(hashes)})`;

/** The removed photo of which one of these hashes is a copy, the last removed first; no row if there is none. */
export const removedPhotoLike = (db: Database, hashes: PhotoHashes) =>
  db
    .select({ number: removedPhotos.number })
    .from(removedPhotos)
    .where(sql`${removedPhotos.number} in (${likeAnyOf(hashes)})`)
    .orderBy(desc(removedPhotos.removedAt), asc(removedPhotos.number))
    .limit(1);

/** A removal that is to be remembered. Time in ms. */
export type PhotoRemovalInsert = Pick<RemovedPhotoRow, 'number' | 'reason' | 'removedBy' | 'removedAt'>;

/** A removed photo whose file is to be hashed. */
export interface DueHashing {
  readonly number: string;
  readonly file: string;
  /** How often it was tried, this time included. */
  readonly tries: number;
}

/** Claims removed photos that are due to be hashed, the longest due first, and doubles the pause to their next try. */
export const claimDueHashings = (db: Database, now: number, limit: number) =>
  db
    .update(removedPhotos)
    .set({
      dueAt: sql`${now} + (${MINUTE_MS} << min(${removedPhotos.tries}, ${MAX_PAUSE_DOUBLINGS}))`,
      tries: sql`${removedPhotos.tries} + 1`,
    })
    .where(
      inArray(
        removedPhotos.number,
        db
          .select({ number: removedPhotos.number })
          .from(removedPhotos)
          .where(and(isNotNull(removedPhotos.file), lte(removedPhotos.dueAt, now)))
          .orderBy(asc(removedPhotos.dueAt))
          .limit(limit),
      ),
    )
    .returning({ number: removedPhotos.number, file: sql<string>`${removedPhotos.file}`, tries: removedPhotos.tries });

const scheduleKeptFile = (db: Database, number: string, now: number) =>
  db.run(sql`
    insert or ignore into file_removals (name, due_at)
    select file, ${now} from removed_photos where number = ${number} and file is not null`);

/**
 * Stores the hashes of a removed photo, unless it was forgotten meanwhile, and gives its file up, which stays if its removal is due later;
 * without hashes it is not remembered.
 */
export const storeHashes = (db: Database, number: string, hashes: readonly PhotoHash[], now: number) => ({
  file: scheduleKeptFile(db, number, now),
  hashes: db.run(sql`
    insert or ignore into removed_photo_hashes (number, place, band1, band2, band3, band4, gradient1, gradient2)
    select ${number}, place.key, place.value ->> '$.bands[0]', place.value ->> '$.bands[1]', place.value ->> '$.bands[2]',
      place.value ->> '$.bands[3]', place.value ->> '$.gradient[0]', place.value ->> '$.gradient[1]'
    from json_each(${JSON.stringify(hashes)}) as place
    where exists (select 1 from removed_photos where number = ${number})`),
  hashed: db.update(removedPhotos).set({ file: null, dueAt: null }).where(eq(removedPhotos.number, number)),
});

/** Forgets a removed photo, so that it may be uploaded again. `forgotten` gives its row, or no row. */
export const forgetRemovedPhoto = (db: Database, number: string, now: number) => ({
  file: scheduleKeptFile(db, number, now),
  forgotten: db.delete(removedPhotos).where(eq(removedPhotos.number, number)).returning(),
});

/** One removed photo by its number; no row if there is none. */
export const removedPhotoByNumber = (db: Database, number: string) =>
  db.select().from(removedPhotos).where(eq(removedPhotos.number, number));

/** Forgets the photos that were removed before a time and are hashed or given up; their hashes go by foreign key. */
export const forgetRemovedPhotosBefore = (db: Database, before: number) =>
  db.delete(removedPhotos).where(isAmongFirst(removedPhotos, and(lt(removedPhotos.removedAt, before), isNull(removedPhotos.file))));

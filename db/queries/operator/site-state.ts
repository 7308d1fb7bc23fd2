import { eq, sql } from 'drizzle-orm';
import { type Database, isTableMissing } from '../../client.ts';
import { siteState } from '../../schema/index.ts';

/** A migration that has begun and not ended, as `npm run migrate` notes it. */
export interface UnfinishedMigration {
  /** The name of its file without the ending, or `catalogue`. */
  readonly name: string;
  /** It has failed with a part of the migrations applied, or the operator wants no writes while it runs. */
  readonly stopsWrites: boolean;
  /** Since when, in ms. */
  readonly since: number;
}

/** How long (ms) writes go on beside a migration. One that takes longer was broken off, or needs the database for itself. */
const PATIENCE_MS = 60_000;

/** The note of an unfinished migration; no row if there is none. */
export const migrationNotes = (db: Database) => db.select().from(siteState).where(eq(siteState.key, 'migration'));

/** The unfinished migration of a note; null without one. Sound: only `noteMigration` writes the value. */
export function unfinishedMigration([note]: Awaited<ReturnType<typeof migrationNotes>>): UnfinishedMigration | null {
  return note ? { ...(note.value as Omit<UnfinishedMigration, 'since'>), since: note.at } : null;
}

/** Both notes: the unfinished migration, and when (ms) the scheduled handler has run last. Both are null in a database without the table. */
export async function siteNotes(db: Database): Promise<{ migration: UnfinishedMigration | null; sweptAt: number | null }> {
  const rows = await db.select().from(siteState).catch(noRowsWithoutTable);
  return {
    migration: unfinishedMigration(rows.filter(({ key }) => key === 'migration')),
    sweptAt: rows.find(({ key }) => key === 'sweep')?.at ?? null,
  };
}

function noRowsWithoutTable(error: unknown): [] {
  if (isTableMissing(error)) return [];
  throw error;
}

/** Whether writes are refused because of a migration (docs/product.md, "Unfinished migrations"). */
export const areWritesStopped = (migration: UnfinishedMigration | null, now: number): boolean =>
  migration !== null && (migration.stopsWrites || now > migration.since + PATIENCE_MS);

/** Notes an unfinished migration in place of an earlier one. */
export const noteMigration = (db: Database, { name, stopsWrites, since }: UnfinishedMigration) =>
  db
    .insert(siteState)
    .values({ key: 'migration', value: { name, stopsWrites }, at: since })
    .onConflictDoUpdate({ target: siteState.key, set: { value: sql`excluded.value`, at: sql`excluded.at` } });

/** Deletes the note: all migrations have ended. */
export const clearMigration = (db: Database) => db.delete(siteState).where(eq(siteState.key, 'migration'));

/** Notes that the scheduled handler has run. */
export const noteSweep = (db: Database, now: number) =>
  db
    .insert(siteState)
    .values({ key: 'sweep', value: {}, at: now })
    .onConflictDoUpdate({ target: siteState.key, set: { at: sql`excluded.at` } });

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { fillCatalogue } from '../catalogue/fill-catalogue.ts';
import { type Database, isDatabaseUnreachable, openDatabase } from '../client.ts';
import { clearMigration, migrationNotes, noteMigration, unfinishedMigration } from '../queries/operator/site-state.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));
/** Settings, and with them the note of a migration, are read every 10 seconds by each isolate of a Worker; a second more for what has begun. */
const UNTIL_WRITES_STOP_MS = 11_000;

interface Migration {
  readonly name: string;
  readonly hash: string;
  /** The time at which it was made; it orders them. */
  readonly madeAt: number;
  readonly statements: readonly string[];
}

/** A migration that has failed. The database has all migrations before it; the failed one is undone as a whole. */
export class MigrationError extends Error {
  /** The migration that failed, or `catalogue`. */
  readonly migration: string;
  /** Nothing was changed, so that the site goes on as before. Otherwise writes are refused until all migrations are applied. */
  readonly isUnchanged: boolean;

  constructor(migration: string, isUnchanged: boolean, cause: unknown) {
    const state = isUnchanged ? 'Nothing was changed.' : 'The site refuses writes until npm run migrate has ended.';
    super(`The migration ${migration} has failed. ${state}`, { cause });
    this.migration = migration;
    this.isUnchanged = isUnchanged;
  }
}

/** The migrations of a folder, in the order of their journal. */
async function migrationsIn(folder: string): Promise<Migration[]> {
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: readonly { tag: string }[] };
  const files = readMigrationFiles({ migrationsFolder: folder });
  return files.map(({ sql: statements, folderMillis, hash }, i) => ({
    name: journal.entries[i]?.tag ?? '',
    hash,
    madeAt: folderMillis,
    statements,
  }));
}

/** Those of the migrations that the database lacks: all that were made after the newest that it has. */
async function pendingOf(db: Database, migrations: readonly Migration[]): Promise<Migration[]> {
  await db.run(sql`create table if not exists __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)`);
  const [newest] = await db.all<{ at: number | null }>(sql`select max(created_at) as at from __drizzle_migrations`);
  return migrations.filter(({ madeAt }) => madeAt > Number(newest?.at ?? Number.NEGATIVE_INFINITY));
}

/** Applies one migration and its row as one transaction with foreign keys off, as SQLite wants it for tables that are made anew. */
async function applyMigration(db: Database, { statements, hash, madeAt }: Migration): Promise<void> {
  const row = { sql: 'insert into __drizzle_migrations (hash, created_at) values (?, ?)', args: [hash, madeAt] };
  await db.$client.migrate([...statements, row]);
}

const hasSiteState = async (db: Database): Promise<boolean> =>
  (await db.all(sql`select 1 from sqlite_master where type = 'table' and name = 'site_state'`)).length > 0;

/** Notes in the database which migration is under way. Does nothing in a database from before the table of these notes. */
async function note(db: Database, name: string, stopsWrites: boolean): Promise<void> {
  if (await hasSiteState(db)) await noteMigration(db, { name, stopsWrites, since: Date.now() });
}

/**
 * Runs a step that is noted as unfinished meanwhile. If it fails and the database is as it was before all steps, the note is deleted; else it
 * stays and stops writes. While the database cannot be reached neither is possible: the note then stops writes after a minute.
 */
async function runNoted(
  db: Database,
  name: string,
  { isFirst, stopsWrites }: { isFirst: boolean; stopsWrites: boolean },
  run: () => Promise<unknown>,
) {
  await note(db, name, stopsWrites);
  try {
    await run();
  } catch (error) {
    const isUnchanged = isFirst && !isDatabaseUnreachable(error);
    if (isUnchanged && (await hasSiteState(db))) await clearMigration(db);
    else if (!isDatabaseUnreachable(error)) await note(db, name, true);
    throw new MigrationError(name, isUnchanged, error);
  }
}

export interface MigrateOptions {
  /** The site refuses writes from before the first migration to the end of the last one. */
  readonly pausesWrites?: boolean;
  /** Where the migrations are. */
  readonly folder?: string;
}

/**
 * Brings a database up to date: applies new migrations, each as one transaction, then fills the catalogue. Can be repeated. Returns how many
 * migrations were applied. Throws a MigrationError if one fails; what the database throws if it cannot be read.
 */
export async function migrate(
  url: string,
  authToken?: string,
  { pausesWrites = false, folder = MIGRATIONS_FOLDER }: MigrateOptions = {},
): Promise<{ applied: number }> {
  const db = openDatabase(url, authToken, 600_000);
  const pending = await pendingOf(db, await migrationsIn(folder));
  const left = (await hasSiteState(db)) ? unfinishedMigration(await migrationNotes(db)) : null;
  const first = pending[0];
  if (pausesWrites && first) {
    await note(db, first.name, true);
    await pause(UNTIL_WRITES_STOP_MS);
  }
  for (const migration of pending) {
    // A note of an earlier run means that the database is not as it was, whatever this run does.
    const isFirst = migration === first && left === null;
    await runNoted(db, migration.name, { isFirst, stopsWrites: pausesWrites }, () => applyMigration(db, migration));
  }
  const isNoted = pending.length > 0 || left !== null;
  const fill = () => fillCatalogue(db);
  await (isNoted ? runNoted(db, 'catalogue', { isFirst: false, stopsWrites: pausesWrites }, fill) : fill());
  await clearMigration(db);
  return { applied: pending.length };
}

/** Applies the first `count` migrations alone to a database without any, for rows of that time. The catalogue stays empty. */
export async function migrateTo(db: Database, count: number): Promise<void> {
  const migrations = (await migrationsIn(MIGRATIONS_FOLDER)).slice(0, count);
  for (const migration of await pendingOf(db, migrations)) await applyMigration(db, migration);
}

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate as applyMigrations } from 'drizzle-orm/libsql/migrator';
import { fillCatalogue } from '../catalogue/fill-catalogue.ts';
import { type Database, openDatabase } from '../client.ts';
import journal from '../migrations/meta/_journal.json' with { type: 'json' };
import { appliedMigrations } from '../queries/operator/health.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../migrations', import.meta.url));

/** 0 for a database without the table of migrations. */
const countApplied = async (db: Database) => (await appliedMigrations(db).catch(() => []))[0]?.applied ?? 0;

/**
 * Brings a database up to date: applies new migrations, then fills the catalogue. Can be repeated. Returns how many migrations were
 * applied.
 */
export async function migrate(url: string, authToken?: string): Promise<{ applied: number }> {
  const db = openDatabase(url, authToken, 600_000);
  const before = await countApplied(db);
  await applyMigrations(db, { migrationsFolder: MIGRATIONS_FOLDER });
  await fillCatalogue(db);
  return { applied: (await countApplied(db)) - before };
}

/** Applies the first `count` migrations alone to a database without any, for rows of that time. The catalogue stays empty. */
export async function migrateTo(db: Database, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-migrations-'));
  try {
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }));
    await applyMigrations(db, { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

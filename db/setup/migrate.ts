import { fileURLToPath } from 'node:url';
import { migrate as applyMigrations } from 'drizzle-orm/libsql/migrator';
import { fillCatalogue } from '../catalogue/fill-catalogue.ts';
import { type Database, openDatabase } from '../client.ts';
import { appliedMigrations } from '../queries/operator/health.ts';

const countApplied = async (db: Database) => (await appliedMigrations(db).catch(() => []))[0]?.applied ?? 0;

/** Brings a database up to date: migrations forward only, then the catalogue's labels. Safe to run again. */
export async function migrate(url: string, authToken?: string): Promise<{ applied: number }> {
  const db = openDatabase(url, authToken, 600_000);
  const before = await countApplied(db);
  await applyMigrations(db, { migrationsFolder: fileURLToPath(new URL('../migrations', import.meta.url)) });
  await fillCatalogue(db);
  return { applied: (await countApplied(db)) - before };
}

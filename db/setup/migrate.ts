import { fileURLToPath } from 'node:url';
import { migrate as applyMigrations } from 'drizzle-orm/libsql/migrator';
import { fillCatalogue } from '../catalogue/fill-catalogue.ts';
import { type Database, openDatabase } from '../client.ts';
import { appliedMigrations } from '../queries/operator/health.ts';

/** 0 for a database without the table of migrations. */
const countApplied = async (db: Database) => (await appliedMigrations(db).catch(() => []))[0]?.applied ?? 0;

/**
 * Brings a database up to date: applies new migrations, then fills the catalogue. Can be repeated. Returns how many migrations were
 * applied.
 */
export async function migrate(url: string, authToken?: string): Promise<{ applied: number }> {
  const db = openDatabase(url, authToken, 600_000);
  const before = await countApplied(db);
  await applyMigrations(db, { migrationsFolder: fileURLToPath(new URL('../migrations', import.meta.url)) });
  await fillCatalogue(db);
  return { applied: (await countApplied(db)) - before };
}

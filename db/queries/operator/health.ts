import { sql } from 'drizzle-orm';
import type { Database } from '../../client.ts';
import journal from '../../migrations/meta/_journal.json' with { type: 'json' };

/** How many migrations this build knows. */
export const KNOWN_MIGRATIONS = journal.entries.length;

/** How many migrations the database has. */
export const appliedMigrations = (db: Database) => db.all<{ applied: number }>(sql`select count(*) as applied from __drizzle_migrations`);

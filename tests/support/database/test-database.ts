import { afterAll } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { startDatabase } from './test-database-server.ts';

/** Starts the database of one test file, which awaits it at its top level; it stops after the last test. */
export async function testDatabase(): Promise<{ readonly url: string; readonly db: Database }> {
  const { url, stop } = await startDatabase();
  afterAll(stop);
  return { url, db: openDatabase(url) };
}

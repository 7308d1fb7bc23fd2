import { afterAll } from 'vitest';
import { type Database, openDatabase } from '#db/client';
import { startDatabase } from './test-database-server.ts';

/** The database of one test file, awaited at its top: gone after its last test. */
export async function testDatabase(): Promise<{ readonly url: string; readonly db: Database }> {
  const { url, stop } = await startDatabase();
  afterAll(stop);
  return { url, db: openDatabase(url) };
}

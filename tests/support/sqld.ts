import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/migrate';
import { startDatabaseServer } from '../../scripts/support/database.ts';
import { freePort } from '../../scripts/support/ports.ts';

export interface TestDatabase {
  readonly url: string;
  stop(): Promise<void>;
}

/** A libSQL server of its own with the current schema and no rows but the catalogue's. */
export async function startDatabase(): Promise<TestDatabase> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-db-'));
  const server = await startDatabaseServer({ port: await freePort(), dir: join(dir, 'rows'), log: join(dir, 'database.log') });
  const stop = async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  await migrate(server.url).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url: server.url, stop };
}

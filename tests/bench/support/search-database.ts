import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#db/client';
import { migrate } from '#db/setup/migrate';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startDatabaseServer } from '../../../scripts/lib/product/database-server.ts';
import { populate } from '../../support/database/populate.ts';

const FILL_MS = 600_000;

/** Starts a libSQL server filled with members; `openInProcess` opens a copy of its file in this process. */
export async function filledDatabase(members: number, now: number) {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-bench-'));
  const server = await startDatabaseServer({ port: await freePort(), dir: join(dir, 'rows'), log: join(dir, 'database.log') });
  await migrate(server.url);
  const onProgress = (made: number) => process.stderr.write(`\r${made} of ${members} members`);
  await populate(openDatabase(server.url, undefined, FILL_MS), members, now, onProgress);
  process.stderr.write('\n');
  const openInProcess = async () => {
    for (const file of ['data', 'data-wal']) await cp(join(dir, 'rows/dbs/default', file), join(dir, file));
    return new DatabaseSync(join(dir, 'data'));
  };
  const stop = async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { db: openDatabase(server.url), url: server.url, pid: String(server.child.pid), openInProcess, stop };
}

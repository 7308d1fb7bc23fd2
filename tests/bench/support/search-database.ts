import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#db/client';
import { makeDemo } from '#db/demo/make-demo';
import { migrate } from '#db/migrate';
import { startDatabaseServer } from '../../../scripts/support/database.ts';
import { freePort } from '../../../scripts/support/ports.ts';

/** A libSQL server filled with demo members, and the same rows opened in this process. */
export async function filledDatabase(members: number) {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-bench-'));
  const server = await startDatabaseServer({ port: await freePort(), dir: join(dir, 'rows'), log: join(dir, 'database.log') });
  await migrate(server.url);
  const onProgress = (made: number) => process.stderr.write(`\r${made} of ${members} members`);
  await makeDemo({ url: server.url, members, photos: null, onProgress });
  process.stderr.write('\n');
  const db = openDatabase(server.url);
  const openInProcess = async () => {
    for (const file of ['data', 'data-wal']) await cp(join(dir, 'rows/dbs/default', file), join(dir, file));
    return new DatabaseSync(join(dir, 'data'));
  };
  const stop = async () => {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  };
  return { db, url: server.url, openInProcess, stop };
}

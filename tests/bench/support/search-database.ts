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

/**
 * Starts a libSQL server filled with members; `openInProcess` opens a copy of its file in this process. `hasReplicas`: it is the primary of
 * servers that `startReplica` starts.
 */
export async function filledDatabase(members: number, now: number, { hasReplicas = false } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-bench-'));
  const [port, adminPort] = [await freePort(), await freePort()];
  const replication = hasReplicas ? { replicationPort: await freePort() } : {};
  const server = await startDatabaseServer({ port, adminPort, dir: join(dir, 'rows'), log: join(dir, 'database.log'), ...replication });
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
  return {
    db: openDatabase(server.url),
    url: server.url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    processId: () => server.child.pid ?? 0,
    replicationHost: replication.replicationPort ? `127.0.0.1:${replication.replicationPort}` : '',
    openInProcess,
    stop,
  };
}

import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Database, openDatabase } from '#db/client';
import { migrate } from '#db/setup/migrate';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startDatabaseServer } from '../../../scripts/lib/product/database-server.ts';
import { populate } from '../../support/database/populate.ts';

/** The time limit of a statement that writes many rows. */
const FILL_MS = 600_000;

interface FilledDatabaseOptions {
  /** It is the primary of servers that `startReplica` starts. */
  readonly hasReplicas?: boolean;
  /** Adds further rows to those of the members. */
  readonly addRows?: (db: Database) => Promise<void>;
  /** A folder in which the filled files stay. If it has those of as many members, they are copied and nothing is filled. */
  readonly keptIn?: string;
}

async function fill(db: Database, members: number, now: number, { addRows }: FilledDatabaseOptions): Promise<void> {
  const onProgress = (made: number) => process.stderr.write(`\r${made} of ${members} members`);
  await populate(db, members, now, onProgress);
  process.stderr.write('\n');
  await addRows?.(db);
}

/** Starts a libSQL server filled with members; `openInProcess` opens a copy of its file in this process. */
export async function filledDatabase(members: number, now: number, options: FilledDatabaseOptions = {}) {
  const { hasReplicas = false, keptIn } = options;
  const dir = await mkdtemp(join(tmpdir(), 'vonk-bench-'));
  const rows = join(dir, 'rows');
  const [port, adminPort] = [await freePort(), await freePort()];
  const replication = hasReplicas ? { replicationPort: await freePort() } : {};
  const start = () => startDatabaseServer({ port, adminPort, dir: rows, log: join(dir, 'database.log'), ...replication });
  const kept = keptIn ? join(keptIn, String(members)) : undefined;
  const isKept = kept !== undefined && existsSync(kept);
  if (isKept) await cp(kept, rows, { recursive: true });
  let server = await start();
  await migrate(server.url);
  if (!isKept) await fill(openDatabase(server.url, undefined, FILL_MS), members, now, options);
  if (kept && !isKept) {
    await server.stop();
    await cp(rows, kept, { recursive: true });
    server = await start();
  }
  return {
    db: openDatabase(server.url),
    url: server.url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    processId: () => server.child.pid ?? 0,
    replicationHost: replication.replicationPort ? `127.0.0.1:${replication.replicationPort}` : '',
    openInProcess: async () => {
      for (const file of ['data', 'data-wal']) await cp(join(rows, 'dbs/default', file), join(dir, file));
      return new DatabaseSync(join(dir, 'data'));
    },
    stop: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

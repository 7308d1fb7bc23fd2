import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#db/setup/migrate';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startDatabaseServer } from '../../../scripts/lib/product/database-server.ts';

export interface TestDatabase {
  readonly url: string;
  readonly port: number;
  /** The id of its process; that of the last one while it is stopped. */
  processId(): number;
  /** The path of its SQLite file. */
  readonly file: string;
  /** The `host:port` at which replicas ask for its log; empty unless it was started for them. */
  readonly replicationHost: string;
  /** Stops the server, with SIGKILL if `how` is 'killed'; its rows stay. */
  stopServer(how?: 'asked' | 'killed'): Promise<void>;
  /** Starts it again on the same port with the same rows. Does nothing if it runs. */
  restartServer(): Promise<void>;
  stop(): Promise<void>;
}

let template: Promise<string> | undefined;

/** Migrates an empty database once in a process; every test database is a copy of its files. Returns their folder. */
async function makeTemplate(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-template-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const rows = join(dir, 'rows');
  const server = await startDatabaseServer({ port: await freePort(), dir: rows, log: join(dir, 'database.log') });
  await migrate(server.url).finally(server.stop);
  return rows;
}

/**
 * Starts a libSQL server with the current schema and no rows but those of the catalogue, on this port or on a free one. `hasReplicas`: it
 * is the primary of servers that `startReplica` starts.
 */
export async function startDatabase(knownPort?: number, { hasReplicas = false } = {}): Promise<TestDatabase> {
  template ??= makeTemplate();
  const dir = await mkdtemp(join(tmpdir(), 'vonk-db-'));
  await cp(await template, join(dir, 'rows'), { recursive: true });
  const port = knownPort ?? (await freePort());
  const replication = hasReplicas ? { replicationPort: await freePort() } : {};
  const start = () => startDatabaseServer({ port, dir: join(dir, 'rows'), log: join(dir, 'database.log'), ...replication });
  let server = await start();
  return {
    url: server.url,
    port,
    processId: () => server.child.pid ?? 0,
    file: join(dir, 'rows/dbs/default/data'),
    replicationHost: replication.replicationPort ? `127.0.0.1:${replication.replicationPort}` : '',
    stopServer: async (how = 'asked') => {
      if (how === 'killed') server.child.kill('SIGKILL');
      await server.stop();
    },
    restartServer: async () => {
      if (server.hasEnded()) server = await start();
    },
    stop: async () => {
      // Its rows are thrown away. When it is asked, it often waits for open streams until it is killed after five seconds.
      server.child.kill('SIGKILL');
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

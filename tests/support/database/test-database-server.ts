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
  /** The SQLite file its rows lie in. */
  readonly file: string;
  /** Ends the server, at once and unasked where it is killed; its rows stay. */
  end(how?: 'asked' | 'killed'): Promise<void>;
  /** Starts it again where it was, unless it runs. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

let template: Promise<string> | undefined;

/** The rows of a database that has been migrated: copied, they cost nothing. */
async function makeTemplate(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-template-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const rows = join(dir, 'rows');
  const server = await startDatabaseServer({ port: await freePort(), dir: rows, log: join(dir, 'database.log') });
  await migrate(server.url).finally(server.stop);
  return rows;
}

/** A libSQL server of its own with the current schema and no rows but the catalogue's; on a port that is known already where one is given. */
export async function startDatabase(knownPort?: number): Promise<TestDatabase> {
  template ??= makeTemplate();
  const dir = await mkdtemp(join(tmpdir(), 'vonk-db-'));
  await cp(await template, join(dir, 'rows'), { recursive: true });
  const port = knownPort ?? (await freePort());
  const start = () => startDatabaseServer({ port, dir: join(dir, 'rows'), log: join(dir, 'database.log') });
  let server = await start();
  return {
    url: server.url,
    port,
    file: join(dir, 'rows/dbs/default/data'),
    end: async (how = 'asked') => {
      if (how === 'killed') server.child.kill('SIGKILL');
      await server.stop();
    },
    startAgain: async () => {
      if (server.hasEnded()) server = await start();
    },
    stop: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { migrate } from '#db/migrate';
import { startDatabaseServer } from '../../../scripts/support/database.ts';
import { freePort } from '../../../scripts/support/ports.ts';
import { startWorker } from '../../support/worker.ts';

export interface RestartableProduct {
  readonly url: string;
  readonly dbUrl: string;
  /** Ends the database; its rows stay. */
  stopDatabase(): Promise<void>;
  /** Starts it again where it was, unless it runs. */
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
}

/** The whole product with a database that can go away and come back. */
export async function startRestartableProduct(): Promise<RestartableProduct> {
  await using stack = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'vonk-db-'));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const port = await freePort();
  const start = () => startDatabaseServer({ port, dir: join(dir, 'rows'), log: join(dir, 'database.log') });
  let database = await start();
  stack.defer(() => database.stop());
  await migrate(database.url);
  const worker = await startWorker({ dbUrl: database.url, partyHost: inject('roomsHost') });
  stack.defer(worker.stop);
  const owned = stack.move();
  return {
    url: worker.url,
    dbUrl: database.url,
    stopDatabase: () => database.stop(),
    startDatabase: async () => {
      if (database.hasEnded()) database = await start();
    },
    stop: () => owned.disposeAsync(),
  };
}

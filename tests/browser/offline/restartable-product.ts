import { inject } from 'vitest';
import { startDatabase } from '../../support/database/test-database-server.ts';
import { startWorker } from '../../support/product/test-worker.ts';

export interface RestartableProduct {
  readonly url: string;
  readonly dbUrl: string;
  /** Stops the database; its rows stay. */
  stopDatabase(): Promise<void>;
  /** Starts the database again on the same port. Does nothing if it runs. */
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
}

/** The whole product with a database that a test can stop and start. */
export async function startRestartableProduct(): Promise<RestartableProduct> {
  await using stack = new AsyncDisposableStack();
  const database = await startDatabase();
  stack.defer(database.stop);
  const worker = await startWorker({ dbUrl: database.url, partyHost: inject('roomsHost') });
  stack.defer(worker.stop);
  const owned = stack.move();
  return {
    url: worker.url,
    dbUrl: database.url,
    stopDatabase: () => database.stopServer('killed'),
    startDatabase: database.restartServer,
    stop: () => owned.disposeAsync(),
  };
}

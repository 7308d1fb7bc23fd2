import { startDatabase, type TestDatabase } from '../database/test-database-server.ts';
import { NO_ROOMS, startWorker, type TestWorker } from './test-worker.ts';

export interface TestProduct {
  /** The address of the site: pages and API. */
  readonly url: string;
  readonly dbUrl: string;
  readonly partyHost: string;
  readonly worker: TestWorker;
  stop(): Promise<void>;
}

interface ProductOptions {
  /** `host:port` of running rooms; without it, posts to rooms fail. */
  readonly partyHost?: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly outbound?: string;
  /**
   * Does not reuse the Worker of another file. An isolate caches some values for a minute, such as counts of visitors' searches, beyond its
   * database.
   */
  readonly isFresh?: boolean;
}

interface Served {
  readonly database: TestDatabase;
  readonly worker: TestWorker;
}

/**
 * Products of earlier files that still run in this process, by their options: starting a Worker takes twenty times as long as a database.
 */
const left = new Map<string, Served>();

async function start({ partyHost = NO_ROOMS, vars = {}, outbound }: ProductOptions): Promise<Served> {
  await using stack = new AsyncDisposableStack();
  const database = await startDatabase();
  stack.defer(database.stop);
  const worker = await startWorker({ dbUrl: database.url, partyHost, vars, ...(outbound ? { outbound } : {}) });
  stack.move();
  return { database, worker };
}

/** Replaces the database of a running Worker with a new one on the same port. */
async function takeUp({ database, worker }: Served): Promise<Served> {
  await database.stop();
  const newDatabase = await startDatabase(database.port);
  await worker.forget();
  return { database: newDatabase, worker };
}

async function end({ database, worker }: Served): Promise<void> {
  await worker.stop();
  await database.stop();
}

/**
 * Starts database and Worker of one test file, each on a port of its own. The Worker may have served another file; the database has no
 * rows.
 */
export async function startProduct(options: ProductOptions): Promise<TestProduct> {
  const { partyHost = NO_ROOMS, vars = {}, outbound, isFresh } = options;
  const key = JSON.stringify([partyHost, Object.entries(vars).sort()]);
  const isShared = outbound === undefined && !isFresh;
  const found = isShared ? left.get(key) : undefined;
  if (found) left.delete(key);
  const served = found ? await takeUp(found) : await start(options);
  const { database, worker } = served;
  return {
    url: worker.url,
    dbUrl: database.url,
    partyHost,
    worker,
    stop: async () => {
      if (!isShared || left.has(key)) return end(served);
      left.set(key, served);
    },
  };
}

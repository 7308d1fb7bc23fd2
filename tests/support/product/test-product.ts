import { startDatabase, type TestDatabase } from '../database/test-database-server.ts';
import { startWorker, type TestWorker, UNREACHABLE_HOST } from './test-worker.ts';

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
  /** The rooms run in the Worker. */
  readonly hasRooms?: boolean;
  readonly vars?: Readonly<Record<string, string>>;
  readonly outbound?: string;
  /**
   * Does not reuse the Worker of another file. An isolate caches some values for a minute, such as counts of visitors' searches, beyond its
   * database. It ends with `stop`, as a bench needs it.
   */
  readonly hasOwnWorker?: boolean;
}

interface RunningProduct {
  readonly database: TestDatabase;
  readonly worker: TestWorker;
}

/**
 * Products of earlier files that still run in this process, by where their rooms are: starting a Worker takes twenty times as long as a
 * database.
 */
const idleProducts = new Map<string, RunningProduct>();

async function start({ partyHost = UNREACHABLE_HOST, hasRooms = false, vars = {}, outbound }: ProductOptions): Promise<RunningProduct> {
  await using stack = new AsyncDisposableStack();
  const database = await startDatabase();
  stack.defer(database.stop);
  const worker = await startWorker({ dbUrl: database.url, partyHost, hasRooms, vars, ...(outbound ? { outbound } : {}) });
  stack.move();
  return { database, worker };
}

/** Replaces the database of a running Worker with a new one on the same port. */
async function reuseProduct({ database, worker }: RunningProduct): Promise<RunningProduct> {
  await database.stop();
  const newDatabase = await startDatabase(database.port);
  await worker.clearPhotosAndLog();
  return { database: newDatabase, worker };
}

async function end({ database, worker }: RunningProduct): Promise<void> {
  await worker.stop();
  await database.stop();
}

/**
 * Starts database and Worker of one test file, each on a port of its own. The Worker may have served another file; the database has no
 * rows.
 */
export async function startProduct(options: ProductOptions): Promise<TestProduct> {
  const { partyHost = UNREACHABLE_HOST, hasRooms = false, vars = {}, outbound, hasOwnWorker } = options;
  const key = JSON.stringify([hasRooms, partyHost]);
  // No two files have the same variables.
  const isShared = outbound === undefined && !hasOwnWorker && Object.keys(vars).length === 0;
  const found = isShared ? idleProducts.get(key) : undefined;
  if (found) idleProducts.delete(key);
  const served = found ? await reuseProduct(found) : await start(options);
  const { database, worker } = served;
  return {
    url: worker.url,
    dbUrl: database.url,
    partyHost,
    worker,
    stop: async () => {
      if (!isShared || idleProducts.has(key)) return end(served);
      idleProducts.set(key, served);
    },
  };
}

import { startDatabase, type TestDatabase } from '../database/test-database-server.ts';
import { NO_ROOMS, startWorker, type TestWorker } from './test-worker.ts';

export interface TestProduct {
  /** The site's address, page and API. */
  readonly url: string;
  readonly dbUrl: string;
  readonly partyHost: string;
  readonly worker: TestWorker;
  stop(): Promise<void>;
}

interface ProductOptions {
  /** `host:port` of rooms that run; without it posts to them fail, as when they are away. */
  readonly partyHost?: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly outbound?: string;
  /** Takes up no Worker of another file: what an isolate keeps for a minute, as counts of visitors' searches, would outlast its database. */
  readonly isFresh?: boolean;
}

interface Served {
  readonly database: TestDatabase;
  readonly worker: TestWorker;
}

/** What files before have left running in this process, by its options: a Worker takes twenty times as long to start as a database. */
const left = new Map<string, Served>();

async function start({ partyHost = NO_ROOMS, vars = {}, outbound }: ProductOptions): Promise<Served> {
  await using stack = new AsyncDisposableStack();
  const database = await startDatabase();
  stack.defer(database.stop);
  const worker = await startWorker({ dbUrl: database.url, partyHost, vars, ...(outbound ? { outbound } : {}) });
  stack.move();
  return { database, worker };
}

/** A fresh database in the place of the one that a running Worker had. */
async function takeUp({ database, worker }: Served): Promise<Served> {
  await database.stop();
  const fresh = await startDatabase(database.port);
  await worker.forget();
  return { database: fresh, worker };
}

async function end({ database, worker }: Served): Promise<void> {
  await worker.stop();
  await database.stop();
}

/** Database and Worker of one test file, each on a port of its own; the Worker may have served a file before, the database has no rows yet. */
export async function startProduct(options: ProductOptions): Promise<TestProduct> {
  const { partyHost = NO_ROOMS, vars = {}, outbound, isFresh } = options;
  const key = JSON.stringify([partyHost, Object.entries(vars).sort()]);
  const isShared = outbound === undefined && !isFresh;
  const found = isShared ? left.get(key) : undefined;
  if (found) left.delete(key);
  const served = found ? await takeUp(found) : await start(options);
  const { database, worker } = served;
  return {
    ...{ url: worker.url, dbUrl: database.url, partyHost, worker },
    stop: async () => {
      if (!isShared || left.has(key)) return end(served);
      left.set(key, served);
    },
  };
}

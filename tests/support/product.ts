import { startDatabase } from './sqld.ts';
import { startWorker, type TestWorker } from './worker.ts';

export interface TestProduct {
  /** The site's address, page and API. */
  readonly url: string;
  readonly dbUrl: string;
  readonly partyHost: string;
  readonly worker: TestWorker;
  stop(): Promise<void>;
}

interface ProductOptions {
  /** `host:port` of rooms that run. */
  readonly partyHost: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly outbound?: string;
}

/** Database and Worker of one test file, each on a port of its own, with rooms that run already. */
export async function startProduct({ partyHost, vars = {}, outbound }: ProductOptions): Promise<TestProduct> {
  await using stack = new AsyncDisposableStack();
  const database = await startDatabase();
  stack.defer(database.stop);
  const worker = await startWorker({ dbUrl: database.url, partyHost, vars, ...(outbound ? { outbound } : {}) });
  stack.defer(worker.stop);
  const owned = stack.move();
  return { url: worker.url, dbUrl: database.url, partyHost, worker, stop: () => owned.disposeAsync() };
}

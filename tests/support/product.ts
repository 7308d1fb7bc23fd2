import { startRooms } from './rooms.ts';
import { TEST_SECRETS } from './secrets.ts';
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

/** Everything together for one test file: database, rooms and Worker, each on a port of its own. */
export async function startProduct({ vars = {} }: { vars?: Readonly<Record<string, string>> } = {}): Promise<TestProduct> {
  await using stack = new AsyncDisposableStack();
  const database = await startDatabase();
  stack.defer(database.stop);
  const rooms = await startRooms({ secret: TEST_SECRETS.PARTY_SECRET });
  stack.defer(rooms.stop);
  const worker = await startWorker({ dbUrl: database.url, partyHost: rooms.host, vars });
  stack.defer(worker.stop);
  const owned = stack.move();
  return { url: worker.url, dbUrl: database.url, partyHost: rooms.host, worker, stop: () => owned.disposeAsync() };
}

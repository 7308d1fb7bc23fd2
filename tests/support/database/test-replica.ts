import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { untilReady } from '../../../scripts/lib/process/start-program.ts';
import { startDatabaseServer } from '../../../scripts/lib/product/database-server.ts';
import { type PausableProxy, startPausableProxy } from './pausable-proxy.ts';
import type { TestDatabase } from './test-database-server.ts';

/** A real replica of a test database. It gets the log of its primary through a proxy. */
export interface TestReplica {
  readonly url: string;
  /** Where it tells what it has done so far. */
  readonly adminUrl: string;
  /** The id of its process; another one after a restart. */
  processId(): number;
  /** Stops the stream of the log: from now on the replica is behind. */
  fallBehind(): void;
  /** Lets the log through again. */
  catchUp(): void;
  /** Stops the process as it is: it accepts connections and answers nothing. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends the process at once. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port with what it had. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How long (ms) a replica may take to answer from its own rows. */
const OWN_ANSWER_MS = 1_000;

/** The replication index that a server has got to; -1 if it tells none. Uses a stream of its own, since an open one may know old rows only. */
export async function replicationIndexOf(url: string, tripMs = 8_000): Promise<number> {
  const requests = [{ type: 'batch', batch: { steps: [{ stmt: { sql: 'select 1' } }] } }, { type: 'close' }];
  const response = await fetch(`${url}/v3/pipeline`, {
    method: 'POST',
    body: JSON.stringify({ baton: null, requests }),
    signal: AbortSignal.timeout(tripMs),
  });
  const index = /"replication_index":"(\d+)"/.exec(await response.text())?.[1];
  return Number(index ?? -1);
}

/** A server that has not answered for so long (ms) is frozen. */
const FROZEN_MS = 200;

const answersWithin = (url: string, ms: number): Promise<boolean> =>
  replicationIndexOf(url, ms).then(
    () => true,
    () => false,
  );

/** Starts a replica of a database that was started for replicas, and waits until it has all its rows. */
export async function startReplica(primary: Pick<TestDatabase, 'url' | 'replicationHost'>): Promise<TestReplica> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-replica-'));
  const log: PausableProxy = await startPausableProxy(primary.replicationHost);
  const [port, adminPort] = [await freePort(), await freePort()];
  const start = () =>
    startDatabaseServer({ port, adminPort, dir: join(dir, 'rows'), log: join(dir, 'replica.log'), primaryHost: log.host });
  let server = await start();
  const stop = async () => {
    // It may be frozen, or wait for open streams when it is asked.
    server.child.kill('SIGKILL');
    await server.stop();
    await log.stop();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const index = await replicationIndexOf(primary.url);
    // Until a replica has the rows that its primary had when it started, it passes reads on, which fails while the primary is cut off.
    await untilReady(server, async () => {
      await replicationIndexOf(server.url);
      log.pause();
      return (await replicationIndexOf(server.url, OWN_ANSWER_MS).finally(log.resume)) >= index;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: server.url,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    processId: () => server.child.pid ?? 0,
    fallBehind: log.pause,
    catchUp: log.resume,
    freeze: async () => {
      server.child.kill('SIGSTOP');
      // On a busy machine one of its threads may answer once more.
      while (await answersWithin(server.url, FROZEN_MS));
    },
    thaw: () => {
      server.child.kill('SIGCONT');
    },
    kill: async () => {
      server.child.kill('SIGKILL');
      await server.ended;
    },
    restart: async () => {
      server = await start();
    },
    stop,
  };
}

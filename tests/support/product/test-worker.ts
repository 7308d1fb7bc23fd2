import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WORKER_BUNDLE } from '../../../scripts/lib/build/build-worker.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import type { WorkerOptions } from '../../../scripts/lib/product/worker-options.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../scripts/lib/product/worker-process.ts';
import { TEST_SECRETS } from './test-secrets.ts';

export interface TestWorkerOptions {
  readonly dbUrl: string;
  /** `host:port` of the rooms; without it, posts to rooms fail. */
  readonly partyHost?: string;
  /** The rooms run in the Worker itself. */
  readonly hasRooms?: boolean;
  readonly vars?: Readonly<Record<string, string>>;
  /** The variables that the Worker has to do without. */
  readonly without?: readonly string[];
  /** The address that gets every request to another machine (see scripts/lib/product/worker-options.ts). */
  readonly outbound?: string;
  /** The folder of a built page that the test may change; `reload` serves the changed files. */
  readonly pageDir?: string;
  /** See scripts/lib/product/worker-options.ts. */
  readonly isDirect?: boolean;
  /** A fixed port, for tests that need the site's address before it starts. */
  readonly port?: number;
}

export interface TestWorker extends Pick<WorkerProcess, 'scheduled' | 'putPhoto' | 'photoNames' | 'postToRoom' | 'retryEvents'> {
  readonly url: string;
  /** The process that has started workerd. */
  readonly processId: number;
  /** Restarts the Worker with the present bundle and page files. */
  reload(): Promise<void>;
  stop(): Promise<void>;
  /** Stops the Worker and its process. */
  end(): Promise<void>;
  /** The log of this Worker so far. */
  log(): Promise<string>;
  /** Deletes photos and log, so that another test file can use the running Worker. */
  clearPhotosAndLog(): Promise<void>;
}

/** An address where nothing listens. */
export const UNREACHABLE_HOST = '127.0.0.1:9';

/** A process that can run one Worker after another. Their logs follow one another in one file. */
interface WorkerHost {
  readonly process: WorkerProcess;
  readonly logFile: string;
  readonly logOffset: number;
}

/** Processes whose Worker was stopped: a new Worker in one starts three times as fast as a new process. */
const idleHosts: WorkerHost[] = [];

const readLog = (logFile: string) => readFile(logFile, 'utf8');

async function takeHost(options: WorkerOptions): Promise<WorkerHost> {
  const host = idleHosts.pop();
  if (!host) {
    const logFile = join(await mkdtemp(join(tmpdir(), 'vonk-host-')), 'worker.log');
    return { process: await startWorkerProcess(options, logFile), logFile, logOffset: 0 };
  }
  host.process.child.ref();
  host.process.child.channel?.ref();
  await host.process.reload(options);
  return { ...host, logOffset: (await readLog(host.logFile)).length };
}

/** Starts the built Worker on a port of its own, in development mode and with uncached settings. */
export async function startWorker({
  dbUrl,
  partyHost = UNREACHABLE_HOST,
  hasRooms = false,
  vars,
  without = [],
  outbound,
  pageDir,
  isDirect = false,
  port,
}: TestWorkerOptions): Promise<TestWorker> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-worker-'));
  const ownPort = port ?? (await freePort());
  const url = `http://localhost:${ownPort}`;
  const variables = {
    ENVIRONMENT: 'development',
    SITE_URL: url,
    DB_URL: dbUrl,
    ...(hasRooms ? { ROOMS: 'worker' } : { ROOMS: 'partykit', PARTY_HOST: partyHost }),
    SETTINGS_TTL_SECONDS: '0',
    ...TEST_SECRETS,
    ...vars,
  };
  const options = {
    bundle: WORKER_BUNDLE,
    host: 'localhost',
    port: ownPort,
    dir: join(dir, 'storage'),
    variables: Object.fromEntries(Object.entries(variables).filter(([name]) => !without.includes(name))),
    isDirect,
    ...(outbound ? { outbound } : {}),
    ...(hasRooms ? { hasRoomPosts: true } : {}),
    ...(pageDir ? { pageDir } : {}),
  };
  const host = await takeHost(options);
  let logOffset = host.logOffset;
  return {
    url,
    processId: host.process.child.pid ?? 0,
    scheduled: host.process.scheduled,
    putPhoto: host.process.putPhoto,
    photoNames: host.process.photoNames,
    postToRoom: host.process.postToRoom,
    retryEvents: host.process.retryEvents,
    reload: () => host.process.reload(options),
    log: async () => (await readLog(host.logFile)).slice(logOffset),
    clearPhotosAndLog: async () => {
      await host.process.dropPhotos();
      logOffset = (await readLog(host.logFile)).length;
    },
    end: async () => {
      await host.process.stop();
      await rm(dir, { recursive: true, force: true });
    },
    stop: async () => {
      // An idle process does not keep the one that started it from ending, such as a bench.
      host.process.child.unref();
      host.process.child.channel?.unref();
      idleHosts.push(host);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

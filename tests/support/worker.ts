import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WORKER_BUNDLE } from '../../scripts/support/build-worker.ts';
import { freePort } from '../../scripts/support/ports.ts';
import { startWorkerProcess, type WorkerProcess } from '../../scripts/support/worker.ts';
import { TEST_SECRETS } from './secrets.ts';

export interface TestWorkerOptions {
  readonly dbUrl: string;
  /** `host:port` of the rooms; without it posts to them fail, as when they are away. */
  readonly partyHost?: string;
  readonly vars?: Readonly<Record<string, string>>;
  /** Takes every request to another machine (see scripts/support/worker-options.ts). */
  readonly outbound?: string;
  /** A built page that the test may change; `reload` takes it up. */
  readonly pageDir?: string;
  /** Given, when somebody must know the site's address before it starts. */
  readonly port?: number;
}

export interface TestWorker extends Pick<WorkerProcess, 'scheduled' | 'putPhoto' | 'photoNames' | 'reload'> {
  readonly url: string;
  stop(): Promise<void>;
  /** What the Worker has logged until now. */
  log(): Promise<string>;
}

/** The built Worker on a port of its own, in development mode and with settings read anew each time. */
export async function startWorker({
  dbUrl,
  partyHost = '127.0.0.1:9',
  vars,
  outbound,
  pageDir,
  port,
}: TestWorkerOptions): Promise<TestWorker> {
  const dir = await mkdtemp(join(tmpdir(), 'vonk-worker-'));
  const ownPort = port ?? (await freePort());
  const url = `http://localhost:${ownPort}`;
  const variables = {
    ...{ ENVIRONMENT: 'development', SITE_URL: url, DB_URL: dbUrl, PARTY_HOST: partyHost, SETTINGS_TTL_SECONDS: '0' },
    ...TEST_SECRETS,
    ...vars,
  };
  const logFile = join(dir, 'worker.log');
  const worker = await startWorkerProcess(
    {
      ...{ bundle: WORKER_BUNDLE, host: 'localhost', port: ownPort, dir: join(dir, 'storage'), variables },
      ...(outbound ? { outbound } : {}),
      ...(pageDir ? { pageDir } : {}),
    },
    logFile,
  );
  return {
    url,
    scheduled: worker.scheduled,
    putPhoto: worker.putPhoto,
    photoNames: worker.photoNames,
    reload: worker.reload,
    log: () => readFile(logFile, 'utf8'),
    stop: async () => {
      await worker.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { build } from 'esbuild';
import { openDatabase } from '#db/client';
import { workerBuildOptions } from '../../../scripts/lib/build/build-worker.ts';
import { inProject } from '../../../scripts/lib/paths.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startWorkerProcess } from '../../../scripts/lib/product/worker-process.ts';
import { addSurroundingRows } from '../../support/database/surrounding-rows.ts';
import { TEST_SECRETS } from '../../support/product/test-secrets.ts';
import { TEST_VAPID } from '../../support/servers/push-service.ts';
import { startRowsProxy } from '../../support/servers/rows-proxy.ts';
import { cpuOf, workerdOf } from '../support/process-stats.ts';
import { filledDatabase } from '../support/search-database.ts';
import { startMailSink, startPushSink } from '../sweep/sinks.ts';
import { METER_PATH, METERED, type Meter, STAND_IN } from './meter.ts';

/** All that is counted: in the Worker, at the database, and what leaves for other services. */
export const COUNTED = [
  ...METERED,
  'database_rows_read',
  'database_rows_written',
  'database_trips',
  /** The trips among them that have written rows. */
  'database_commits',
  'cpu_ms',
  'mails',
  'pushes',
] as const;
export type Counts = Readonly<Record<(typeof COUNTED)[number], number>>;

/** The time limit of a statement that writes many rows. */
const FILL_MS = 600_000;
/** A drawn portrait, whose files have about the size of photos. */
const PORTRAIT = 'p22-3';

/** The Worker as it is built, with the meter around it. */
async function buildMeteredWorker(outfile: string): Promise<void> {
  const { entryPoints: _, ...options } = workerBuildOptions({ isDevelopment: true });
  const contents = `
    import worker, { EventRetry as Retry, MemberRoom as Room } from './worker/index.ts';
    import { meteredObject, meteredWorker } from './tests/bench/price/meter.ts';
    export default meteredWorker(worker);
    export const MemberRoom = meteredObject(Room);
    export const EventRetry = meteredObject(Retry);`;
  await build({ ...options, stdin: { contents, resolveDir: inProject('.'), loader: 'ts' }, outfile });
}

export type MeteredSite = Awaited<ReturnType<typeof startMeteredSite>>;

/**
 * Starts a site with the rooms in the Worker and this many members, what it uses counted. Mails and pushes go to servers that take
 * everything.
 */
export async function startMeteredSite(members: number, lifetime: AsyncDisposableStack) {
  const now = Date.now();
  const filled = await filledDatabase(members, now);
  lifetime.defer(filled.stop);
  await addSurroundingRows(openDatabase(filled.url, undefined, FILL_MS), members, now);
  const proxy = await startRowsProxy(filled.url);
  const [mailServer, pushServices] = [await startMailSink(), await startPushSink()];
  for (const server of [proxy, mailServer, pushServices]) lifetime.defer(server.stop);

  const dir = await mkdtemp(join(tmpdir(), 'vonk-price-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  const bundle = join(dir, 'worker.js');
  await buildMeteredWorker(bundle);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const variables = {
    ...TEST_SECRETS,
    ...TEST_VAPID,
    ENVIRONMENT: 'development',
    SITE_URL: url,
    DB_URL: proxy.url,
    ROOMS: 'worker',
    MAIL_URL: mailServer.url,
    MAIL_FROM: 'hello@vonk.example',
  };
  const options = { bundle, host: 'localhost', port, dir: join(dir, 'storage'), outbound: pushServices.url };
  const worker = await startWorkerProcess({ ...options, variables }, join(dir, 'worker.log'));
  lifetime.defer(worker.stop);
  for (const size of ['thumb', 'medium', 'large'])
    await worker.putPhoto(`${STAND_IN}-${size}.webp`, await readFile(inProject(`assets/portraits/pool/${PORTRAIT}-${size}.webp`)));

  /** What was used since this was last called. The clock of processor time ticks every 10 ms. */
  let [before, cpuBefore] = [await readMeter(), 0];
  async function readMeter(): Promise<Meter> {
    return (await (await fetch(`${url}${METER_PATH}`)).json()) as Meter;
  }
  async function take(): Promise<Counts> {
    const cpu = cpuOf(workerdOf(worker.child.pid ?? 0));
    const after = await readMeter();
    const used = Object.fromEntries(METERED.map((name) => [name, after[name] - before[name]])) as Meter;
    const { rows, rowsWritten, trips, commits } = proxy.take();
    const counts = {
      ...used,
      database_rows_read: rows,
      database_rows_written: rowsWritten,
      database_trips: trips,
      database_commits: commits,
      cpu_ms: cpu - cpuBefore,
      mails: mailServer.take().requests,
      pushes: pushServices.take().requests,
    };
    [before, cpuBefore] = [after, cpu];
    return counts;
  }

  return {
    url,
    db: filled.db,
    take,
    scheduled: worker.scheduled,
    /** Goes on as a deployed site, which keeps no copies of mails. What was counted so far is lost. */
    asDeployed: async () => {
      await worker.reload({ ...options, variables: { ...variables, ENVIRONMENT: 'production' } });
      before = await readMeter();
    },
    databaseBytes: async () => {
      const [size] = await filled.db.all<{ bytes: number }>(
        sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
      );
      return size?.bytes ?? Number.NaN;
    },
  };
}

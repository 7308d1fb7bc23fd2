import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client';
import { populate } from '../../support/database/populate.ts';
import { addSurroundingRows } from '../../support/database/surrounding-rows.ts';
import { startDatabase, type TestDatabase } from '../../support/database/test-database-server.ts';
import { startWorker, type TestWorker } from '../../support/product/test-worker.ts';
import { TEST_VAPID } from '../../support/servers/push-service.ts';
import { type RowsProxy, startRowsProxy } from '../../support/servers/rows-proxy.ts';

/** The most rows that a minute with nothing to do reads (docs/performance.md, "P22: the scheduled handler at a million members"). */
const IDLE_ROWS = 100;
/** One asks what is due, one notes the run. */
const IDLE_TRIPS = 2;
const SIZES = [100, 1_000] as const;

interface IdleSite {
  readonly database: TestDatabase;
  readonly proxy: RowsProxy;
  readonly worker: TestWorker;
}

async function siteOf(members: number): Promise<IdleSite> {
  const database = await startDatabase();
  const db = openDatabase(database.url);
  const now = Date.now();
  await populate(db, members, now, () => undefined);
  await addSurroundingRows(db, members, now);
  const proxy = await startRowsProxy(database.url);
  const vars = { ...TEST_VAPID, MAIL_URL: 'https://127.0.0.1:9/', MAIL_FROM: 'hello@vonk.example' };
  return { database, proxy, worker: await startWorker({ dbUrl: proxy.url, vars }) };
}

let sites: readonly IdleSite[] = [];
beforeAll(async () => {
  sites = await Promise.all(SIZES.map(siteOf));
});
afterAll(async () => {
  for (const { worker, proxy, database } of sites) {
    await worker.stop();
    await proxy.stop();
    await database.stop();
  }
});

/** The second of two runs: the first one adds up the figures of yesterday. */
async function idleMinute({ worker, proxy }: IdleSite) {
  expect(await worker.scheduled()).toBe('ok');
  proxy.take();
  expect(await worker.scheduled()).toBe('ok');
  return proxy.take();
}

test('a minute with nothing to do reads few rows in few round trips, and no more with ten times the members', async () => {
  const [small, large] = [await idleMinute(sites[0] as IdleSite), await idleMinute(sites[1] as IdleSite)];
  expect(large.rows).toBe(small.rows);
  expect(large.rows).toBeLessThanOrEqual(IDLE_ROWS);
  expect(large.trips).toBe(IDLE_TRIPS);
});

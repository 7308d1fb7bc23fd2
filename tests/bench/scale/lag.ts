import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type DatabaseAddress, runSteps } from '#db/hrana-client';
import { aMember } from '../../support/database/factories.ts';
import { replicationIndexOf, type TestReplica } from '../../support/database/test-replica.ts';
import { timingsOf } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import type { BenchBrowser } from './browser.ts';
import { type ScaleSite, WORKERS } from './site.ts';

/** Commits, and messages, that a replica is behind when it is measured how fast it catches up. */
const BACKLOG = 1_500;
const LOOK_EVERY_MS = 10;
/** The longest time (ms) in which a replica has to get to an index. */
const CATCH_UP_MS = 120_000;

/** Times (ms) from the acknowledgement of a write until a replica answers with it, and of the same question when the replica has it. */
interface Lag {
  readonly behind: number[];
  readonly trips: number[];
}

const addressOf = (url: string): DatabaseAddress => ({ url, authToken: undefined, tripMs: CATCH_UP_MS, maxStreamAgeMs: 2_000 });
const step = { stmt: { sql: 'select 1', args: [], want_rows: true } } as const;

async function timeToAnswer(url: string, index: number, since: number): Promise<number> {
  const answer = await runSteps(addressOf(url), [step], index);
  const took = performance.now() - since;
  assertCorrect((answer.index ?? 0) >= index, `a replica answers with index ${index}`);
  return took;
}

/**
 * Writes through the Workers in turn while `goesOn`, with a pause between two writes, and asks each replica for the write right after its
 * acknowledgement.
 */
export async function measureLag(
  { replicas }: ScaleSite,
  browser: BenchBrowser,
  pauseMs: number,
  goesOn: (writes: number) => boolean,
): Promise<Lag> {
  const lag: Lag = { behind: [], trips: [] };
  for (let n = 0; goesOn(n); n += 1) {
    const answer = await browser.call(n % WORKERS, 'put', '/api/user.php', { personal: `Lag ${n}` });
    const acknowledgedAt = performance.now();
    const index = Number(answer.headers.get('X-Bookmark'));
    assertCorrect(index > 0, 'the answer of a write has a bookmark');
    lag.behind.push(...(await Promise.all(replicas.map(({ url }) => timeToAnswer(url, index, acknowledgedAt)))));
    const askedAt = performance.now();
    lag.trips.push(...(await Promise.all(replicas.map(({ url }) => timeToAnswer(url, index, askedAt)))));
    await pause(pauseMs);
  }
  return lag;
}

export function lagLines(what: string, { behind, trips }: Lag): ReportLine[] {
  const [measured, limit] = [timingsOf([behind]), timingsOf([trips])];
  const spread = [measured.min, measured.max] as const;
  return [
    { what: `${what}: from a write until a replica has it, p50`, ours: measured.p50, limit: limit.p50, unit: 'ms', aim: null, spread },
    { what: `${what}: from a write until a replica has it, p99`, ours: measured.p99, limit: limit.p99, unit: 'ms', aim: null },
  ];
}

/** Waits until a replica has what the primary has now. Throws if it does not get there. */
async function untilCaughtUp({ primary }: ScaleSite, replica: TestReplica): Promise<void> {
  const index = await replicationIndexOf(primary.url);
  const deadline = performance.now() + CATCH_UP_MS;
  while ((await replicationIndexOf(replica.url)) < index) {
    assertCorrect(performance.now() < deadline, `a replica gets to index ${index}`);
    await pause(LOOK_EVERY_MS);
  }
}

export const untilAllCaughtUp = (site: ScaleSite) => Promise.all(site.replicas.map((replica) => untilCaughtUp(site, replica)));

/** Lets a replica fall behind while `write` runs; returns how long (ms) that took, and how long the replica took for the same. */
async function timesOf(site: ScaleSite, write: () => Promise<void>): Promise<{ readonly written: number; readonly caughtUp: number }> {
  const [replica] = site.replicas;
  if (!replica) throw new Error('a replica is needed');
  await untilAllCaughtUp(site);
  replica.fallBehind();
  const start = performance.now();
  await write();
  const written = performance.now() - start;
  await Promise.all(site.replicas.slice(1).map((other) => untilCaughtUp(site, other)));
  const resumed = performance.now();
  replica.catchUp();
  await untilCaughtUp(site, replica);
  return { written, caughtUp: performance.now() - resumed };
}

/**
 * How much a second a replica that was behind takes from its primary while nothing else happens, beside how fast it was made: commits of one row by one
 * writer, and messages by all `senders` at once.
 */
export async function catchUpRates(site: ScaleSite, senders: readonly ((n: number) => Promise<void>)[]): Promise<ReportLine[]> {
  const { id } = await aMember(site.db);
  const rows = await timesOf(site, async () => {
    for (let n = 0; n < BACKLOG; n += 1) await site.db.run(sql`update members set personal = ${`Text ${n}`} where id = ${id}`);
  });
  const each = Math.ceil(BACKLOG / senders.length);
  const messages = await timesOf(site, async () => {
    const loops = senders.map(async (send) => {
      for (let n = 0; n < each; n += 1) await send(n);
    });
    await Promise.all(loops);
  });
  const line = (what: string, count: number, { written, caughtUp }: typeof rows): ReportLine => {
    const [ours, limit] = [(count / caughtUp) * 1000, (count / written) * 1000];
    return { what: `${what} a replica catches up with, beside those made`, ours, limit, unit: 'a second', aim: null };
  };
  return [line('commits of one row', BACKLOG, rows), line('messages', each * senders.length, messages)];
}

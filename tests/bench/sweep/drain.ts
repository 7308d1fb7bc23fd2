import type { Database } from '#db/client';
import { timingsOf } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { type Backlog, leftOf } from './backlogs.ts';

/** Sends that are timed alone before each run of the scheduled handler. */
const SENDS_ALONE = 200;
/** The pause between two sends (ms): a site under a usual load, not one at its limit. */
const PAUSE_MS = 25;

interface DrainFixture {
  readonly db: Database;
  readonly scheduled: () => Promise<string>;
  readonly send: () => Promise<void>;
}

/** One run of the scheduled handler: what it has done in which time (ms), and how long sends took beside it. */
interface Run {
  readonly rows: number;
  readonly ms: number;
  readonly sends: readonly number[];
}

async function timedSends(send: () => Promise<void>, goesOn: (sent: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (goesOn(times.length)) {
    const start = performance.now();
    await send();
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times;
}

async function runBesideSends({ db, scheduled, send }: DrainFixture, backlog: Backlog, before: number): Promise<Run> {
  let isRunning = true;
  const start = performance.now();
  const run = scheduled().then((outcome) => {
    isRunning = false;
    assertCorrect(outcome === 'ok', `a run ended with ${outcome}`);
    return performance.now() - start;
  });
  const [ms, sends] = await Promise.all([run, timedSends(send, () => isRunning)]);
  return { rows: before - (await leftOf(db, backlog)), ms, sends };
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const msPerRow = (runs: readonly Run[]) => medianOf(runs.map(({ rows, ms }) => ms / rows));

/**
 * Drains a backlog by runs that follow one another, for at most `untilMs`, with sends of messages alone before each run and beside it. Returns the
 * lines of the report.
 */
export async function drain(fixture: DrainFixture, backlog: Backlog, untilMs: number): Promise<ReportLine[]> {
  const deadline = performance.now() + untilMs;
  const [alone, runs]: [number[][], Run[]] = [[], []];
  const first = await leftOf(fixture.db, backlog);
  let left = first;
  while (left > 0 && performance.now() < deadline) {
    alone.push(await timedSends(fixture.send, (sent) => sent < SENDS_ALONE));
    const run = await runBesideSends(fixture, backlog, left);
    assertCorrect(run.rows > 0, `a run does some of the ${backlog.name}`);
    runs.push(run);
    left -= run.rows;
    process.stderr.write(`\r${first - left} of ${first} ${backlog.name}`);
  }
  process.stderr.write('\n');
  // The last run may find only a rest.
  const full = runs.length > 3 ? runs.slice(0, -1) : runs;
  const third = Math.ceil(full.length / 3);
  const beside = runs.map(({ sends }) => sends).filter((sends) => sends.length > 0);
  const [sendsAlone, sendsBeside] = [timingsOf(alone), timingsOf(beside)];
  const spread = [Math.min(...sendsBeside.blocks), Math.max(...sendsBeside.blocks)] as const;
  return [
    { what: `${backlog.name}: done`, ours: first - left, limit: null, unit: 'rows', aim: null },
    { what: `${backlog.name}: a run`, ours: medianOf(full.map(({ rows }) => rows)), limit: null, unit: 'rows', aim: null },
    {
      what: `${backlog.name}: a row, last third of the runs beside the first`,
      ours: msPerRow(full.slice(-third)),
      limit: msPerRow(full.slice(0, third)),
      unit: 'ms',
      aim: 1.1,
    },
    { what: `${backlog.name}: sends beside it, p50`, ours: sendsBeside.p50, limit: sendsAlone.p50, unit: 'ms', aim: 1.1, spread },
    { what: `${backlog.name}: the same, p99`, ours: sendsBeside.p99, limit: sendsAlone.p99, unit: 'ms', aim: null },
  ];
}

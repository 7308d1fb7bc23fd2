import { setTimeout as pause } from 'node:timers/promises';
import type { TestReplica } from '../../support/database/test-replica.ts';
import { type DatabaseLoad, databaseLoad } from '../support/database-load.ts';
import { timingsOf } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { makeEventReaders } from './event-reads.ts';
import { makeActors } from './own-acts.ts';
import type { ScaleSite } from './site.ts';
import { PACE_MS } from './tries.ts';

const ACTORS = 10;
const EVENT_READERS = 2;
const WARM_UP_MS = 10_000;
const LOOK_EVERY_MS = 250;
/** How long a replica may take until it is read from again. */
const RECOVERY_MS = 60_000;

/** A call that was answered, at this time (ms) after this long. */
interface Answered {
  readonly at: number;
  readonly ms: number;
}

/** A stretch of the load, with what the primary had done by its beginning and its end. */
interface Phase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly statements: number;
}

async function runPhase(site: ScaleSite, name: string, ms: number): Promise<Phase> {
  process.stderr.write(`${name} …\n`);
  const before = await databaseLoad(site.primary);
  const from = performance.now();
  await pause(ms);
  const to = performance.now();
  return { name, from, to, statements: (await databaseLoad(site.primary)).statements - before.statements };
}

/** Waits until the Workers read from a replica again. Returns how long (ms) it took; throws if they do not. */
async function untilReadFrom(replica: TestReplica, perLook: number): Promise<number> {
  const start = performance.now();
  let last: DatabaseLoad = await databaseLoad(replica);
  while (performance.now() - start < RECOVERY_MS) {
    await pause(LOOK_EVERY_MS);
    const now = await databaseLoad(replica);
    if (now.statements - last.statements >= perLook) return performance.now() - start;
    last = now;
  }
  throw new Error('a replica that is back is not read from');
}

function phaseLines({ name, from, to, statements }: Phase, all: readonly Answered[], before: readonly Answered[]): ReportLine[] {
  const those = all.filter(({ at }) => at >= from && at < to);
  const timings = timingsOf([those.map(({ ms }) => ms)]);
  const limits = before.length > 0 ? timingsOf([before.map(({ ms }) => ms)]) : null;
  const spread = [timings.min, timings.max] as const;
  return [
    { what: `${name}: calls a second`, ours: (those.length / (to - from)) * 1000, limit: null, unit: 'calls', aim: null },
    { what: `${name}: p50`, ours: timings.p50, limit: limits?.p50 ?? null, unit: 'ms', aim: null, spread },
    { what: `${name}: p99`, ours: timings.p99, limit: limits?.p99 ?? null, unit: 'ms', aim: null },
    { what: `${name}: statements of the primary a call`, ours: statements / those.length, limit: null, unit: '', aim: null },
  ];
}

/** Members who act and read until `goesOn` says no; a failed call or a stale read ends the bench. */
async function keepBusy(site: ScaleSite, lifetime: AsyncDisposableStack, answered: Answered[], goesOn: () => boolean) {
  const workers = await site.startWorkers(
    site.replicas.map(({ url }) => url),
    lifetime,
  );
  const onAnswer = (ms: number) => answered.push({ at: performance.now(), ms });
  const actors = await makeActors(site.db, workers, ACTORS, onAnswer);
  const readers = await makeEventReaders(site.db, workers, EVENT_READERS, lifetime, onAnswer);
  let tries = 0;
  const loop = async (one: { tryOnce(n: number): Promise<unknown> }, number: number) => {
    const start = performance.now() + number * PACE_MS;
    for (let n = 0; goesOn(); n += 1) {
      await pause(Math.max(0, start + n * PACE_MS * (ACTORS + EVENT_READERS) - performance.now()));
      await one.tryOnce(n);
      tries += 1;
    }
  };
  const running = Promise.all([...actors, ...readers].map(loop));
  return { running, tries: () => tries };
}

/** One replica is killed while the other falls behind, for `faultMs`, and both come back; all of it under load. */
export async function loadWithFaults(site: ScaleSite, faultMs: number): Promise<ReportLine[]> {
  await using lifetime = new AsyncDisposableStack();
  const [killed, behind] = site.replicas;
  if (!killed || !behind) throw new Error('two replicas are needed');
  const answered: Answered[] = [];
  let isRunning = true;
  const load = await keepBusy(site, lifetime, answered, () => isRunning);
  const faults = async () => {
    await runPhase(site, 'warm-up', WARM_UP_MS);
    const readBefore = await databaseLoad(behind);
    const before = await runPhase(site, 'before', faultMs / 2);
    const perLook = (((await databaseLoad(behind)).statements - readBefore.statements) / (before.to - before.from)) * LOOK_EVERY_MS;
    await killed.kill();
    behind.fallBehind();
    const during = await runPhase(site, 'without them', faultMs);
    behind.catchUp();
    const backAfter = untilReadFrom(behind, perLook / 2);
    const restartedAt = performance.now();
    await killed.restart();
    const startMs = performance.now() - restartedAt;
    const recovery = [await backAfter, startMs + (await untilReadFrom(killed, perLook / 2))];
    const after = await runPhase(site, 'after', faultMs / 2);
    isRunning = false;
    return { phases: [before, during, after], recovery };
  };
  const [{ phases, recovery }] = await Promise.all([faults(), load.running]);
  const [before] = phases;
  const ofBefore = answered.filter(({ at }) => before && at >= before.from && at < before.to);
  assertCorrect(ofBefore.length > 0, 'the load runs before the faults');
  return [
    ...phases.flatMap((phase) => phaseLines(phase, answered, phase === before ? [] : ofBefore)),
    { what: 'until the one that was behind is read from', ours: (recovery[0] ?? 0) / 1000, limit: null, unit: 's', aim: 30 },
    { what: 'until the one that was killed is read from', ours: (recovery[1] ?? 0) / 1000, limit: null, unit: 's', aim: 30 },
    { what: 'tries under faults', ours: load.tries(), limit: null, unit: 'tries', aim: null },
    { what: 'failed calls and stale reads', ours: 0, limit: null, unit: '', aim: 0 },
  ];
}

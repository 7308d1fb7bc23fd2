import { setTimeout as pause } from 'node:timers/promises';
import { aMember } from '../../support/database/factories.ts';
import { timingsOf } from '../support/measure.ts';
import { assertCorrect, type ReportLine } from '../support/report.ts';
import { type BenchBrowser, openBrowser } from './browser.ts';
import { type EventReader, makeEventReaders } from './event-reads.ts';
import { catchUpRates, lagLines, measureLag, untilAllCaughtUp } from './lag.ts';
import { type Actor, makeActors, matchedPairs, threadOf } from './own-acts.ts';
import { type GateRead, type ReplicaGate, startReplicaGate } from './replica-gate.ts';
import { type ScaleSite, WORKERS } from './site.ts';

const ACTORS = 12;
const EVENT_READERS = 4;
/** One event for so many own acts. */
const ACTS_AN_EVENT = 10;
const QUIET_WRITES = 300;
/** Pauses between writes whose lag is measured (ms): alone, and beside the tries. */
const QUIET_PAUSE_MS = 10;
const LOADED_PAUSE_MS = 200;
/** A third of the tries goes at this pace (ms), at which two cores have time left; the others follow one another. */
export const PACE_MS = 50;

interface TryFixture {
  readonly site: ScaleSite;
  readonly gates: readonly ReplicaGate[];
  readonly actors: readonly Actor[];
  readonly readers: readonly EventReader[];
  readonly writer: BenchBrowser;
  readonly senders: readonly ((n: number) => Promise<void>)[];
}

/** What is tried: from which number on, how often, and how many ms apart. */
interface Stretch {
  readonly name: string;
  readonly from: number;
  readonly tries: number;
  readonly paceMs: number;
}

/** Runs `each` with the numbers of a stretch, by all of `those` at once, none before its time. */
async function inParallel<T>(those: readonly T[], { from, tries, paceMs }: Stretch, each: (one: T, n: number) => Promise<void>) {
  const start = performance.now();
  let next = 0;
  const loops = those.map(async (one) => {
    while (next < tries) {
      const n = next;
      next += 1;
      await pause(Math.max(0, start + n * paceMs - performance.now()));
      await each(one, from + n);
    }
  });
  await Promise.all(loops);
}

/** How reads waited at replicas. `ofAll` is the number of reads of the Workers, of which some went to the primary at once. */
function waitLines(name: string, reads: readonly GateRead[], ofAll: number): ReportLine[] {
  const answered = reads.filter(({ isAnswered }) => isAnswered);
  const needed = answered.filter(({ neededMore }) => neededMore);
  const timesOf = (those: readonly GateRead[]) => timingsOf([those.map(({ ms }) => ms)]);
  const [waited, others] = [timesOf(needed), timesOf(answered.filter(({ neededMore }) => !neededMore))];
  const percent = (count: number) => (count / ofAll) * 100;
  return [
    { what: `${name}: reads that needed more than the replica had told`, ours: percent(needed.length), limit: null, unit: '%', aim: null },
    { what: `${name}: their time there, p50`, ours: waited.p50, limit: others.p50, unit: 'ms', aim: null },
    { what: `${name}: their time there, p99`, ours: waited.p99, limit: others.p99, unit: 'ms', aim: null },
    { what: `${name}: reads passed over to the primary`, ours: percent(ofAll - answered.length), limit: null, unit: '%', aim: null },
    { what: `${name}: reads passed over after a wait`, ours: percent(reads.length - answered.length), limit: null, unit: '%', aim: null },
  ];
}

async function runStretch({ gates, actors, readers }: TryFixture, stretch: Stretch): Promise<ReportLine[]> {
  const { name, from, tries, paceMs } = stretch;
  const controls: boolean[] = [];
  let done = 0;
  for (const gate of gates) gate.take();
  const start = performance.now();
  const acts = inParallel(actors, stretch, async (actor, n) => {
    const wasStale = await actor.tryOnce(n);
    if (wasStale !== null) controls.push(wasStale);
    done += 1;
    if (done % 100 === 0) process.stderr.write(`\r${done} of ${tries} tries`);
  });
  const events = { name, from, tries: Math.ceil(tries / ACTS_AN_EVENT), paceMs: paceMs * ACTS_AN_EVENT };
  await Promise.all([acts, inParallel(readers, events, (reader, n) => reader.tryOnce(n))]);
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write('\n');
  assertCorrect(done === tries, `all ${tries} tries were made`);
  const reads = gates.flatMap((gate) => gate.take());
  const stale = controls.filter(Boolean).length;
  return [
    { what: `${name}: own acts read through another Worker`, ours: done, limit: null, unit: 'tries', aim: null },
    { what: `${name}: tries a second`, ours: done / seconds, limit: null, unit: 'tries', aim: null },
    { what: `${name}: events read through another Worker`, ours: events.tries, limit: null, unit: 'tries', aim: null },
    { what: `${name}: stale`, ours: 0, limit: null, unit: 'tries', aim: 0 },
    { what: `${name}: the same without a bookmark, stale`, ours: (stale / controls.length) * 100, limit: null, unit: '%', aim: null },
    ...waitLines(name, reads, done + events.tries + controls.length),
  ];
}

async function startTries(site: ScaleSite, lifetime: AsyncDisposableStack): Promise<TryFixture> {
  const gates: ReplicaGate[] = [];
  for (const { url } of site.replicas) {
    const gate = await startReplicaGate(url);
    lifetime.defer(gate.stop);
    gates.push(gate);
  }
  const workers = await site.startWorkers(
    gates.map(({ url }) => url),
    lifetime,
  );
  const pairs = await matchedPairs(site.db, ACTORS);
  const senders = pairs.map(({ one, conversation }) => {
    const { send } = threadOf(openBrowser(workers, one), conversation);
    return (n: number) => send(n % WORKERS, `Backlog ${n}`);
  });
  return {
    site,
    gates,
    actors: await makeActors(site.db, workers, ACTORS),
    readers: await makeEventReaders(site.db, workers, EVENT_READERS, lifetime),
    writer: openBrowser(workers, await aMember(site.db)),
    senders,
  };
}

/** Tries of members who read their own acts, and of those who read after an event, with the lag of the replicas beside it. */
export async function tryOwnActs(site: ScaleSite, tries: number): Promise<ReportLine[]> {
  await using lifetime = new AsyncDisposableStack();
  const fixture = await startTries(site, lifetime);
  const caughtUp = await catchUpRates(site, fixture.senders);
  const quiet = await measureLag(site, fixture.writer, QUIET_PAUSE_MS, (writes) => writes < QUIET_WRITES);
  const pacedTries = Math.ceil(tries / 3);
  let isPaced = true;
  const lag = measureLag(site, fixture.writer, LOADED_PAUSE_MS, () => isPaced);
  const paced = await runStretch(fixture, { name: 'at a pace', from: 0, tries: pacedTries, paceMs: PACE_MS });
  isPaced = false;
  const lagLoaded = await lag;
  const full = await runStretch(fixture, { name: 'at full load', from: pacedTries, tries: tries - pacedTries, paceMs: 0 });
  await untilAllCaughtUp(site);
  return [...caughtUp, ...lagLines('quiet', quiet), ...lagLines('at a pace', lagLoaded), ...paced, ...full];
}

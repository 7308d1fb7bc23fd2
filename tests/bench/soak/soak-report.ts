import type { Arrivals, MixedLoad } from '../support/mixed-load.ts';
import type { Device } from './device.ts';
import type { Trend } from './process-watch.ts';
import type { KindFigures, RequestLog, Stretch } from './request-log.ts';
import type { SoakOptions } from './soak-options.ts';

/** A fault, the stretch until the site had recovered, and what members would have noticed of it. */
export interface FaultOutcome {
  readonly name: string;
  readonly stretch: Stretch;
  /** Until what was killed had been started again (ms). */
  readonly mendedMs: number;
  /** From then until everything was as before; null if it was not in time. */
  readonly recoveredMs: number | null;
  /** The requests that were not answered as they should, by their names. */
  readonly failed: string;
}

/** A load and the stretch that it lasted. */
export interface LoadOutcome {
  readonly name: string;
  readonly stretch: Stretch;
  /** Requests a second that arrived. */
  readonly rate: number;
  readonly arrivals: Arrivals;
}

interface SoakReport {
  readonly options: SoakOptions;
  readonly load: MixedLoad;
  readonly log: RequestLog;
  readonly devices: readonly Device[];
  readonly loads: readonly LoadOutcome[];
  readonly faults: readonly FaultOutcome[];
  /** After four times the load; null if it was not in time. */
  readonly recoveredMs: number | null;
  readonly trends: readonly Trend[];
  readonly failedRuns: readonly number[];
  readonly breaches: readonly string[];
}

const seconds = (ms: number | null) => (ms === null ? 'not in time' : `${(ms / 1000).toFixed(1)} s`);
const sumOf = (devices: readonly Device[], count: (device: Device) => number) => devices.reduce((sum, device) => sum + count(device), 0);
const shareOf = (part: number, whole: number) => `${((part / Math.max(1, whole)) * 100).toFixed(1)} %`;

function printLoad({ name, rate, arrivals }: LoadOutcome, figures: readonly KindFigures[]): void {
  console.log(`\nRequests of ${name}: ${rate} a second, ${arrivals.begun} in all, begun at most ${arrivals.latestMs.toFixed(0)} ms late`);
  console.table(
    Object.fromEntries(
      figures.map(({ kind, requests, shed, failed, p50, p99, max }) => [
        kind,
        {
          requests,
          shed: shareOf(shed, requests),
          failed,
          p50: `${p50.toFixed(0)} ms`,
          p99: `${p99.toFixed(0)} ms`,
          max: `${max.toFixed(0)} ms`,
        },
      ]),
    ),
  );
}

function printFaults(faults: readonly FaultOutcome[]): void {
  console.log('\nFaults');
  console.table(
    Object.fromEntries(
      faults.map(({ name, mendedMs, recoveredMs }) => [
        name,
        { 'started again after': seconds(mendedMs), 'recovered after': seconds(recoveredMs) },
      ]),
    ),
  );
  for (const { name, failed } of faults) console.log(`Until then, ${name}: ${failed || 'nothing failed'}`);
}

function printTrends(trends: readonly Trend[]): void {
  console.log('\nMemory and file handles in the quiet stretch');
  console.table(
    Object.fromEntries(
      trends.map(({ name, samples, memory, memoryPerMinute, handles, handlesPerMinute }) => [
        name,
        {
          samples,
          memory: `${(memory / 1000).toFixed(0)} MB`,
          'slope a minute': `${memoryPerMinute.toFixed(0)} KB, ${((memoryPerMinute / memory) * 100).toFixed(2)} %`,
          handles,
          'handles a minute': handlesPerMinute.toFixed(2),
        },
      ]),
    ),
  );
}

/** Prints the report of a soak as tables, and as JSON on one line. */
export function printSoak(report: SoakReport): void {
  const { options, load, log, devices, loads, faults, recoveredMs, trends, failedRuns, breaches } = report;
  const { minutes, members, open, rooms } = options;
  console.log(`\nSoak of ${minutes} minutes: ${members} members, ${open} open rooms, ${devices.length} devices, rooms at ${rooms}`);
  const figures = loads.map(({ name, stretch }) => ({ name, kinds: log.figures(stretch) }));
  for (const [i, outcome] of loads.entries()) printLoad(outcome, figures[i]?.kinds ?? []);
  printFaults(faults);
  console.log(`\nAfter four times the load recovered after ${seconds(recoveredMs)}`);
  printTrends(trends);
  const delivery = {
    messages: load.acknowledged().length,
    reconnects: sumOf(devices, ({ counts }) => counts.reconnects),
    events_dropped_as_seen: sumOf(devices, ({ counts }) => counts.repeated),
    conversations_read_anew: sumOf(devices, ({ counts }) => counts.refetches),
  };
  console.log('\nDelivery');
  console.table(delivery);
  console.log(`Runs of the scheduled handler that failed: ${failedRuns.length}`);
  for (const breach of breaches.slice(0, 40)) console.log(`DOES NOT HOLD: ${breach}`);
  if (breaches.length > 40) console.log(`… and ${breaches.length - 40} more`);
  if (breaches.length === 0) console.log('Everything holds: I1 to I7, no error outside of faults, each message once on every device.');
  const failed = breaches.length;
  console.log(JSON.stringify({ bench: 'soak', ...options, figures, faults, recoveredMs, trends, delivery, failed }));
}

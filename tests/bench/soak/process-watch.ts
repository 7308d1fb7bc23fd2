import { readdirSync } from 'node:fs';
import { memoryOf } from '../support/process-stats.ts';
import type { WatchedProcess } from './site.ts';

/** The pause between two samples (ms). */
const SAMPLE_MS = 5_000;

interface Sample {
  readonly at: number;
  /** Resident memory in KB, and open file handles. */
  readonly memory: number;
  readonly handles: number;
}

/** How memory and file handles of one process went over a stretch of time. */
export interface Trend {
  readonly name: string;
  readonly samples: number;
  readonly memory: number;
  /** By least squares, in KB and handles a minute. */
  readonly memoryPerMinute: number;
  readonly handles: number;
  readonly handlesPerMinute: number;
}

/** The slope of values over time (ms) by least squares, for a minute; 0 with fewer than three samples. */
export function slopePerMinute(points: readonly (readonly [at: number, value: number])[]): number {
  if (points.length < 3) return 0;
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanAt, mean] = [meanOf(points.map(([at]) => at)), meanOf(points.map(([, value]) => value))];
  const covariance = points.reduce((sum, [at, value]) => sum + (at - meanAt) * (value - mean), 0);
  const variance = points.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0);
  return (covariance / variance) * 60_000;
}

const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Looks at the processes of a site every five seconds, until `stop`. */
export function watchProcesses(processes: () => readonly WatchedProcess[]) {
  const samples = new Map<string, Sample[]>();
  const look = () => {
    for (const { name, pid } of processes()) {
      try {
        const sample = { at: performance.now(), memory: memoryOf(pid), handles: readdirSync(`/proc/${pid}/fd`).length };
        samples.set(name, [...(samples.get(name) ?? []), sample]);
      } catch {
        // It has just ended; the next look finds the one that follows.
      }
    }
  };
  const timer = setInterval(look, SAMPLE_MS);
  look();
  return {
    stop: () => clearInterval(timer),
    /** The trend of each process between two times of `performance.now()`. */
    trends: (from: number, to: number): Trend[] =>
      [...samples].flatMap(([name, all]) => {
        const within = all.filter(({ at }) => at >= from && at <= to);
        if (within.length === 0) return [];
        return {
          name,
          samples: within.length,
          memory: medianOf(within.map(({ memory }) => memory)),
          memoryPerMinute: slopePerMinute(within.map(({ at, memory }) => [at, memory])),
          handles: medianOf(within.map(({ handles }) => handles)),
          handlesPerMinute: slopePerMinute(within.map(({ at, handles }) => [at, handles])),
        };
      }),
  };
}

/** Statistics of all runs of one kind, in milliseconds. */
export interface Timings {
  readonly p50: number;
  readonly p99: number;
  readonly min: number;
  readonly max: number;
  /** The median of each block, which shows the spread. */
  readonly blocks: readonly number[];
}

export interface MeasuredKind {
  readonly name: string;
  /** One run, which checks its own result. It may return its duration in milliseconds; otherwise the whole call is timed. */
  run(): Promise<number | undefined> | Promise<void> | number | undefined;
}

export interface Blocks {
  readonly blocks: number;
  readonly runs: number;
  readonly warmUp: number;
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** The statistics of blocks of runs, whose durations are in milliseconds. */
export function timingsOf(blocks: readonly (readonly number[])[]): Timings {
  const all = blocks.flat().toSorted((a, b) => a - b);
  return {
    p50: quantile(all, 0.5),
    p99: quantile(all, 0.99),
    min: quantile(all, 0),
    max: quantile(all, 1),
    blocks: blocks.map((block) =>
      quantile(
        block.toSorted((a, b) => a - b),
        0.5,
      ),
    ),
  };
}

/**
 * Runs the kinds in alternating blocks (ours, limit, ours, limit, …), so that noise of the machine affects all of them. Warm-up runs are
 * not counted.
 */
export async function inTurns(kinds: readonly MeasuredKind[], { blocks, runs, warmUp }: Blocks): Promise<Map<string, Timings>> {
  const durations = new Map<string, number[][]>(kinds.map(({ name }) => [name, []]));
  for (const kind of kinds) for (let i = 0; i < warmUp; i += 1) await kind.run();
  for (let block = 0; block < blocks; block += 1) {
    for (const { name, run } of kinds) {
      const times: number[] = [];
      for (let i = 0; i < runs; i += 1) {
        const start = performance.now();
        const ms = await run();
        times.push(ms ?? performance.now() - start);
      }
      durations.get(name)?.push(times);
    }
  }
  return new Map([...durations].map(([name, times]) => [name, timingsOf(times)]));
}

/** The timings of the kind with this name; throws if there are none. */
export function timingsNamed(timings: ReadonlyMap<string, Timings>, name: string): Timings {
  const found = timings.get(name);
  if (!found) throw new Error(`nothing was measured of ${name}`);
  return found;
}

/** How long (ms) a duty of the scheduled handler begins new rounds in one run: the next run comes after a minute. */
const RUN_MS = 40_000;

/** How much a duty of the scheduled handler does in one run. */
export interface RoundBounds {
  /** The most rows of one round. */
  readonly size: number;
  /** The most rows of all rounds of a run. */
  readonly rows: number;
  /** The most rows a second, so that other writers of the database hardly notice it. */
  readonly perSecond: number;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Repeats a step that does at most `limit` rows and returns how many it did, until it found fewer than that, or until the bounds of rows or
 * time are reached; what is left waits for the next run. Returns whether something may be left. Throws what the step throws.
 */
export async function inRounds(
  { size, rows, perSecond }: RoundBounds,
  step: (limit: number) => Promise<number>,
  runMs = RUN_MS,
): Promise<boolean> {
  const start = Date.now();
  for (let done = 0; ; ) {
    const limit = Math.min(size, rows - done);
    const found = await step(limit);
    done += found;
    if (found < limit) return false;
    const pauseMs = (done / perSecond) * 1000 - (Date.now() - start);
    if (done >= rows || Date.now() - start + Math.max(pauseMs, 0) >= runMs) return true;
    if (pauseMs > 0) await sleep(pauseMs);
  }
}

/** The time (ms) after which a duty that has no rounds begins nothing new. */
export const endOfRun = (): number => Date.now() + RUN_MS;

/** A row of a list in the order of a time and of ids. */
export interface PlacedRow {
  readonly at: number;
  readonly id: string;
}

/** Rows of a list that one run looks at if it finds nothing to mend. */
const ROWS_IN_TURN = 20;
/** Rows that one run looks at. */
const TURN_BOUNDS = { size: ROWS_IN_TURN, rows: 500, perSecond: 100 };

/**
 * Looks at all rows of a list in turn, a few in each run, and mends those that need it; goes on in the same run while it finds such rows. `place`
 * is the time of the row at which an earlier run has stopped, '' for the beginning; returns that of the next run. It names no row.
 */
export async function lookInTurn<Row extends PlacedRow>(
  place: string,
  rowsAfter: (after: PlacedRow, limit: number) => Promise<readonly Row[]>,
  mend: (row: Row) => Promise<boolean>,
): Promise<string> {
  const start = place === '' ? -1 : Number(place);
  let last: PlacedRow = { at: start, id: '' };
  let isStopped = false;
  const isLeft = await inRounds(TURN_BOUNDS, async (limit) => {
    const rows = await rowsAfter(last, limit);
    let mended = 0;
    for (const row of rows) if (await mend(row)) mended += 1;
    last = rows.at(-1) ?? last;
    isStopped = rows.length === limit && mended === 0 && last.at > start;
    return isStopped ? 0 : rows.length;
  });
  return isLeft || isStopped ? String(last.at) : '';
}

import { createHash } from 'node:crypto';
import { longTestFilesFirst } from './long-test-files.ts';

/** Files of every run: a member's journeys, and every route once. */
const IN_EVERY_RUN = /^tests\/browser\/(journey\/|app\/routes\.test\.ts$)/;

/** The bit that decides, for this seed, which of two files is drawn. */
const drawsSecond = (seed: string, pair: readonly string[]): boolean =>
  createHash('sha256')
    .update([seed, ...pair].join(' '))
    .digest()
    .readUInt8() %
    2 ===
  1;

/**
 * The browser tests of a run that takes half of them: the files of every run, and of each two others one, drawn by the seed. Files that
 * take long are paired with one another in the order of their time, the others in the alphabet, so that all halves take about the same
 * time. The same seed draws the same files.
 */
export function drawBrowserTests(files: readonly string[], seed: string): string[] {
  const sorted = files.toSorted();
  const others = sorted.filter((file) => !IN_EVERY_RUN.test(file));
  const longFirst = longTestFilesFirst(others, (file) => file);
  const pairs = longFirst.flatMap((first, i) => (i % 2 === 0 ? [[first, ...longFirst.slice(i + 1, i + 2)]] : []));
  const drawn = new Set(pairs.map((pair) => (drawsSecond(seed, pair) ? pair.at(-1) : pair[0])));
  return sorted.filter((file) => IN_EVERY_RUN.test(file) || drawn.has(file));
}

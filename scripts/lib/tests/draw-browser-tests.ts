import { createHash } from 'node:crypto';
import { longTestFilesFirst } from './long-test-files.ts';

/** Files of every run: a member's journeys, and every route once. */
const IN_EVERY_RUN = /^tests\/browser\/(journey\/|app\/routes\.test\.ts$)/;

/** One file of so many is drawn. */
const ONE_OF = 3;

/** The place in the group of the file that is drawn for this seed. */
const placeDrawn = (seed: string, group: readonly string[]): number =>
  createHash('sha256')
    .update([seed, ...group].join(' '))
    .digest()
    .readUInt32BE() % group.length;

/**
 * The browser tests of a run that takes a third of them: the files of every run, and of each three others one, drawn by the seed. Files that
 * take long are grouped with one another in the order of their time, the others in the alphabet, so that all draws take about the same
 * time. The same seed draws the same files.
 */
export function drawBrowserTests(files: readonly string[], seed: string): string[] {
  const sorted = files.toSorted();
  const others = sorted.filter((file) => !IN_EVERY_RUN.test(file));
  const longFirst = longTestFilesFirst(others, (file) => file);
  const groups = Array.from({ length: Math.ceil(longFirst.length / ONE_OF) }, (_, i) => longFirst.slice(i * ONE_OF, (i + 1) * ONE_OF));
  const drawn = new Set(groups.map((group) => group[placeDrawn(seed, group)]));
  return sorted.filter((file) => IN_EVERY_RUN.test(file) || drawn.has(file));
}

import { existsSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../scripts/lib/paths.ts';
import { drawBrowserTests } from '../../scripts/lib/tests/draw-browser-tests.ts';
import { LONG_TEST_FILES } from '../../scripts/lib/tests/long-test-files.ts';

const FILES = globSync('tests/browser/**/*.test.ts', { cwd: inProject('.') });
const SEEDS = Array.from({ length: 200 }, (_, i) => `seed-${i}`);
const ALWAYS = [
  'tests/browser/app/routes.test.ts',
  'tests/browser/journey/keyboard-only.test.ts',
  'tests/browser/journey/two-members.test.ts',
];

test('a draw is about a third of the browser tests, with the journeys and the routes in each', () => {
  for (const seed of SEEDS) {
    const drawn = drawBrowserTests(FILES, seed);
    expect(drawn.length - ALWAYS.length).toBe(Math.ceil((FILES.length - ALWAYS.length) / 3));
    expect(drawn).toEqual(expect.arrayContaining(ALWAYS));
  }
});

test('the same seed draws the same files, in whatever order they are found', () => {
  for (const seed of SEEDS) expect(drawBrowserTests(FILES.toReversed(), seed)).toEqual(drawBrowserTests(FILES, seed));
});

test('every file is drawn by some seed', () => {
  expect(new Set(SEEDS.flatMap((seed) => drawBrowserTests(FILES, seed)))).toEqual(new Set(FILES));
});

test('every draw has a third of the files that take long, one of each three that take about the same time', () => {
  const long = LONG_TEST_FILES.filter((file) => FILES.includes(file) && !ALWAYS.includes(file));
  for (const seed of SEEDS) {
    const drawn = drawBrowserTests(FILES, seed);
    for (let i = 0; i + 2 < long.length; i += 3) expect(long.slice(i, i + 3).filter((file) => drawn.includes(file))).toHaveLength(1);
  }
});

test('every file in the list of those that take long exists', () => {
  expect(LONG_TEST_FILES.filter((file) => !existsSync(inProject(file)))).toEqual([]);
});

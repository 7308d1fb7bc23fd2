import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { installedFirefox, installedWebKit } from './scripts/lib/browsers/firefox-and-webkit.ts';
import { inProject } from './scripts/lib/paths.ts';
import { drawBrowserTests } from './scripts/lib/tests/draw-browser-tests.ts';
import { longTestFilesFirst } from './scripts/lib/tests/long-test-files.ts';
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from './tests/support/timing/timeouts.ts';

// Programs that tests start (wrangler, commands, hosts of Workers) take the code of their modules compiled from here.
process.env.NODE_COMPILE_CACHE ??= inProject('node_modules/.vite/compile-cache');

const files = (...folders: string[]) => folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);

/** Tests of single functions, beside tests over HTTP: they need nothing built. */
const UNIT = 'tests/{worker,db}/**/*.unit.test.ts';
const globalSetup = ['tests/support/setup/build-once.ts', 'tests/support/setup/start-rooms-once.ts'];

/** One bound for all that is waited for; what a test or a hook may take follows from it. */
const BOUNDS = { expect: { poll: { timeout: WAIT_TIMEOUT_MS } }, testTimeout: TEST_TIMEOUT_MS, hookTimeout: TEST_TIMEOUT_MS };

/**
 * Files at a time on two cores: what one waits for, the others use. More only make the same work take more processor time. The projects
 * share them and follow one another without a gap.
 */
const WORKERS = 3;

/** `npm test` takes a third of the browser tests, drawn by this seed; everything else that starts vitest takes all. */
const { BROWSER_DRAW } = process.env;
const browserTests = BROWSER_DRAW ? drawBrowserTests(globSync('tests/browser/**/*.test.ts'), BROWSER_DRAW) : files('browser');

/** `npm run browsers` sets it. */
const isEveryBrowserTestMeant = process.env.BROWSERS === 'all';

/** The short journey in each of the other browsers that is installed; `npm test` says which of them is not. */
const SHORT_JOURNEYS = [
  ...(installedFirefox() ? ['tests/cross-browser/short-journey-firefox.test.ts'] : []),
  ...(installedWebKit() ? ['tests/cross-browser/short-journey-webkit.test.ts'] : []),
];

/** In Firefox and in WebKit. */
const otherBrowsers = isEveryBrowserTestMeant
  ? // A group of its own, one file after the other: each is a whole browser.
    { maxWorkers: 1, sequence: { groupOrder: 1 }, include: files('cross-browser') }
  : { maxWorkers: WORKERS, include: SHORT_JOURNEYS };

/** Long files start first: without a measurement of an earlier run, Vitest goes by the size of a file and would start some of them last. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    const pathOf = ({ moduleId }: TestSpecification) => relative(this.ctx.config.root, moduleId);
    // Each of these files takes as long as a whole browser: at the end nothing would run beside them.
    const isWholeBrowser = ([first]: TestSpecification[]) => first?.project.name === 'cross-browser';
    const inOrder = [...byProject.values()].toSorted((a, b) => Number(isWholeBrowser(b)) - Number(isWholeBrowser(a)));
    return inOrder.flatMap((its) => longTestFilesFirst(its, pathOf));
  }
}

/** `npm run steady` has its order drawn by SEED; files that are left out change nothing in the order of the others. */
class Drawn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const drawn = ({ moduleId }: TestSpecification) =>
      createHash('sha256')
        .update(`${process.env.SEED} ${relative(this.ctx.config.root, moduleId)}`)
        .digest('hex');
    return files.toSorted((a, b) => drawn(a).localeCompare(drawn(b)));
  }
}

/** `npm run mutants` names the files in TEST_FILES, those first that are most likely to fail. */
class Listed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const listed = (process.env.TEST_FILES ?? '').split(' ');
    const placeOf = ({ moduleId }: TestSpecification) => listed.indexOf(relative(this.ctx.config.root, moduleId));
    return files.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

const SEQUENCERS: Readonly<Record<string, typeof BaseSequencer>> = { drawn: Drawn, listed: Listed };

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    pool: 'forks',
    sequence: { sequencer: SEQUENCERS[process.env.TEST_ORDER ?? ''] ?? LongFirst },
    projects: [
      {
        // Needs nothing built and starts in a moment.
        test: {
          name: 'pure',
          // They stand in for modules and globals, which none is to leave to the next. A context of its own for each file costs half the
          // processor time of a process.
          isolate: true,
          pool: 'vmThreads',
          maxWorkers: WORKERS,
          include: [...files('architecture', 'contract', 'room', 'scripts', 'web'), UNIT],
          ...BOUNDS,
        },
      },
      {
        // Real workerd, real libSQL, real rooms.
        test: {
          name: 'built',
          isolate: false,
          maxWorkers: WORKERS,
          include: files('cli', 'db', 'worker', 'party', 'faults'),
          exclude: [UNIT],
          globalSetup,
          ...BOUNDS,
        },
      },
      {
        // The same rules of rooms, with the rooms in the Worker.
        test: {
          name: 'worker-rooms',
          isolate: false,
          maxWorkers: WORKERS,
          include: files('party/contract'),
          globalSetup: ['tests/support/setup/build-once.ts', 'tests/support/setup/start-worker-rooms-once.ts'],
          ...BOUNDS,
        },
      },
      {
        test: {
          name: 'browser',
          isolate: false,
          maxWorkers: WORKERS,
          include: browserTests,
          globalSetup: [...globalSetup, 'tests/support/setup/build-next-page.ts'],
          ...BOUNDS,
        },
      },
      ...(otherBrowsers.include.length > 0
        ? [{ test: { name: 'cross-browser', isolate: false, globalSetup, ...otherBrowsers, ...BOUNDS } }]
        : []),
    ],
  },
});

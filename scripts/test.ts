import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provideChromium } from './lib/browsers/chromium.ts';
import { provideOtherBrowsers } from './lib/browsers/firefox-and-webkit.ts';
import { buildChanged } from './lib/build/build-changed.ts';
import { runCommand } from './lib/command/run-command.ts';
import { inProject } from './lib/paths.ts';
import { runTool } from './lib/process/run-tool.ts';
import { runChecks } from './lib/tests/run-checks.ts';
import { runVitest } from './lib/tests/run-vitest.ts';
import { countTests, slowestOf, type TestCounts } from './lib/tests/test-report.ts';

const SLOWEST = 10;

const addCounts = (a: TestCounts, b: TestCounts): TestCounts => ({ passed: a.passed + b.passed, failed: a.failed + b.failed });
const countOf = (hasPassed: boolean): TestCounts => ({ passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1 });

/** Builds what has changed. Prints an error and returns false if the build fails. */
async function tryBuild(): Promise<boolean> {
  return buildChanged({ isDevelopment: true }).then(
    () => true,
    (error: unknown) => {
      console.error('The build failed:', error);
      return false;
    },
  );
}

/** Installs missing browsers, Firefox and WebKit only with `withOthers`. Returns a sentence for each of these two that is missing. */
async function provideBrowsers(withOthers: boolean): Promise<string[]> {
  const noChromium = await provideChromium();
  if (noChromium) console.error(noChromium);
  return withOthers ? provideOtherBrowsers() : [];
}

/** What the samples of this run are drawn by: SEED, else the commit, so that each commit tries others, else a fixed word. */
async function seedOfRun(): Promise<string> {
  const { code, output } = await runTool('git', ['rev-parse', '--short=8', 'HEAD']);
  return process.env.SEED ?? (code === 0 ? output.trim() : 'vonk');
}

/**
 * `npm test [part of a path…]`: runs the checks, then the tests whose paths contain one of the words. Without a word: all, but of the
 * browser tests a third that is drawn by the seed; with TESTS=all every one.
 */
await runCommand(async (lifetime) => {
  const filters = process.argv.slice(2);
  const isWhole = filters.length === 0;
  const seed = await seedOfRun();
  const isDraw = isWhole && process.env.TESTS !== 'all';
  if (isDraw) console.log(`SEED=${seed} draws a third of the browser tests; TESTS=all npm test runs all.`);
  // In parallel with the checks and the build, which need no browser.
  const browsersProvided = provideBrowsers(isWhole || process.env.BROWSERS === 'all');
  let tally = countOf(await runChecks({ doTestsFollow: isWhole }));
  const isBuilt = await tryBuild();
  const missingBrowsers = await browsersProvided;
  if (isBuilt) {
    const dir = await mkdtemp(join(tmpdir(), 'vonk-report-'));
    lifetime.defer(() => rm(dir, { recursive: true, force: true }));
    const report = join(dir, 'report.json');
    const env = { SEED: seed, ...(isDraw && { BROWSER_DRAW: seed }) };
    const code = await runVitest({ report, filters, env }, lifetime);
    tally = addCounts(tally, await countTests(report, code));
    console.log('\nThe slowest files:');
    for (const { file, seconds } of await slowestOf(report, inProject('.'), SLOWEST))
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  } else {
    tally = addCounts(tally, countOf(false));
  }
  for (const line of missingBrowsers) console.log(line);
  console.log(`\n${tally.passed} passed, ${tally.failed} failed`);
  process.exitCode = tally.failed === 0 ? 0 : 1;
});

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from './lib/browsers/chromium.ts';
import { buildChanged } from './lib/build/build-changed.ts';
import { CommandError } from './lib/command/command-error.ts';
import { runCommand } from './lib/command/run-command.ts';
import { inProject } from './lib/paths.ts';
import { startProgram } from './lib/process/start-program.ts';
import { runVitest } from './lib/tests/run-vitest.ts';
import { countTests, failuresOf, type TestCounts } from './lib/tests/test-report.ts';

interface Load {
  /** Number of processes that each keep a core busy. */
  readonly busy: number;
  /** Factor by which Chromium is slowed down; 1 for not at all. */
  readonly cpuThrottle: number;
}

interface SteadyOptions extends Load {
  readonly runs: number;
  /** Parts of file names, below tests/browser. */
  readonly filters: readonly string[];
  /** Part of a test's name; undefined for all tests. */
  readonly testName: string | undefined;
}

function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least)
    throw new CommandError(`--${option} must be a whole number from ${least} on, not "${text}".`);
  return value;
}

const OPTIONS = {
  busy: { type: 'string', default: String(availableParallelism()) },
  'cpu-throttle': { type: 'string', default: '1' },
  runs: { type: 'string', default: '1' },
  test: { type: 'string', short: 't' },
} as const;
const USAGE = 'npm run steady -- [--runs N] [--busy N] [--cpu-throttle N] [-t part of a name] [part of a file’s name …]';

function optionsIn(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** Reads the command line. Throws a command error for the first invalid option. */
function readSteadyOptions(args: readonly string[]): SteadyOptions {
  const { values, positionals } = optionsIn(args);
  return {
    busy: wholeNumber('busy', values.busy, 0),
    cpuThrottle: wholeNumber('cpu-throttle', values['cpu-throttle'], 1),
    runs: wholeNumber('runs', values.runs, 1),
    filters: positionals,
    testName: values.test,
  };
}

/** Quotes a word for a shell if it needs it. */
const forShell = (word: string) => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

/** The command that repeats one test with the same seed and load. */
function commandFor({ file, name }: { file: string; name: string | null }, seed: string, { busy, cpuThrottle }: Load): string {
  const throttle = cpuThrottle > 1 ? ['--cpu-throttle', String(cpuThrottle)] : [];
  const test = name === null ? [] : ['-t', name];
  const faults = process.env.FAULTS ? [`FAULTS=${process.env.FAULTS}`] : [];
  const words = [`SEED=${seed}`, ...faults, 'npm', 'run', 'steady', '--', '--busy', String(busy), ...throttle, file, ...test];
  return words.map(forShell).join(' ');
}

/** Runs the tests once, in an order drawn by `seed`, and prints each failure with the command that repeats it. */
async function runOnce(seed: string, wanted: SteadyOptions, report: string, lifetime: AsyncDisposableStack): Promise<TestCounts> {
  const { cpuThrottle, filters, testName } = wanted;
  const env = { SEED: seed, TEST_ORDER: 'drawn', CPU_THROTTLE: String(cpuThrottle) };
  const code = await runVitest({ report, filters, project: 'browser', testName, env }, lifetime);
  for (const failure of await failuresOf(report, inProject('.')))
    console.log(
      [
        `\nFailed: ${failure.file}${failure.name === null ? '' : ` > ${failure.name}`}`,
        failure.message,
        'Repeat it with',
        `  ${commandFor(failure, seed, wanted)}`,
      ].join('\n'),
    );
  return countTests(report, code, { isByName: testName !== undefined });
}

/** `npm run steady [-- file…]`: runs the browser tests beside busy processes, `--runs` times, each time in another order. */
await runCommand(async (lifetime) => {
  const wanted = readSteadyOptions(process.argv.slice(2));
  const noBrowser = await provideChromium();
  if (noBrowser) throw new CommandError(noBrowser);
  const seed = process.env.SEED ?? randomBytes(4).toString('hex');
  const dir = await mkdtemp(join(tmpdir(), 'vonk-steady-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  await buildChanged({ isDevelopment: true });
  for (let i = 0; i < wanted.busy; i += 1)
    lifetime.defer(startProgram({ name: 'a busy process', command: process.execPath, args: ['--eval', 'for (;;);'], port: 0 }).stop);

  const total = { passed: 0, failed: 0 };
  for (let run = 1; run <= wanted.runs; run += 1) {
    // The first run uses the seed itself, so that the command that repeats a failure draws the same order.
    const runSeed = run === 1 ? seed : `${seed}-${run}`;
    console.log(`\nRun ${run} of ${wanted.runs}, SEED=${runSeed}, beside ${wanted.busy} busy processes`);
    const { passed, failed } = await runOnce(runSeed, wanted, join(dir, `${run}.json`), lifetime);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});

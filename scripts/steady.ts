import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { provideChromium } from './lib/browsers/chromium.ts';
import { buildChanged } from './lib/build/build-changed.ts';
import { Refusal } from './lib/command/command-error.ts';
import { runCommand } from './lib/command/run-command.ts';
import { inProject } from './lib/paths.ts';
import { startProgram } from './lib/process/start-program.ts';
import { runVitest } from './lib/tests/run-vitest.ts';
import { failuresOf, type Tally, tallyOf } from './lib/tests/test-report.ts';

interface Load {
  /** Processes that do nothing but keep a core busy. */
  readonly busy: number;
  /** How many times slower Chromium runs than it could. */
  readonly cpuThrottle: number;
}

interface Wanted extends Load {
  readonly runs: number;
  /** Parts of file names, below tests/browser. */
  readonly filters: readonly string[];
  /** Part of a test's name; without one, all tests run. */
  readonly testName: string | undefined;
}

function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) throw new Refusal(`--${option} must be a whole number from ${least} on, not "${text}".`);
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
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}

/** Reads the command line; throws one sentence about the first option that is broken. */
function readWanted(args: readonly string[]): Wanted {
  const { values, positionals } = optionsIn(args);
  return {
    busy: wholeNumber('busy', values.busy, 0),
    cpuThrottle: wholeNumber('cpu-throttle', values['cpu-throttle'], 1),
    runs: wholeNumber('runs', values.runs, 1),
    filters: positionals,
    testName: values.test,
  };
}

const forShell = (word: string) => (/^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

/** The command that runs one test again as it ran: the same draw, the same load. */
function commandFor({ file, name }: { file: string; name: string | null }, seed: string, { busy, cpuThrottle }: Load): string {
  const throttle = cpuThrottle > 1 ? ['--cpu-throttle', String(cpuThrottle)] : [];
  const test = name === null ? [] : ['-t', name];
  const faults = process.env.FAULTS ? [`FAULTS=${process.env.FAULTS}`] : [];
  const words = [`SEED=${seed}`, ...faults, 'npm', 'run', 'steady', '--', '--busy', String(busy), ...throttle, file, ...test];
  return words.map(forShell).join(' ');
}

/** Runs the tests once, in the order that the seed draws, and tells of each failure how to repeat it. */
async function runOnce(seed: string, wanted: Wanted, report: string, lifetime: AsyncDisposableStack): Promise<Tally> {
  const { cpuThrottle, filters, testName } = wanted;
  const env = { SEED: seed, TEST_ORDER: 'drawn', CPU_THROTTLE: String(cpuThrottle) };
  const code = await runVitest({ report, filters, project: 'browser', testName, env }, lifetime);
  for (const failure of await failuresOf(report, inProject('.')))
    console.log(
      `\nFailed: ${failure.file}${failure.name === null ? '' : ` > ${failure.name}`}\n${failure.message}\nRepeat it with\n  ${commandFor(failure, seed, wanted)}`,
    );
  return tallyOf(report, code, { isByName: testName !== undefined });
}

/** `npm run steady [-- file…]`: the browser tests beside busy processes, as often as told, each time in another order. */
await runCommand(async (lifetime) => {
  const wanted = readWanted(process.argv.slice(2));
  const noBrowser = await provideChromium();
  if (noBrowser) throw new Refusal(noBrowser);
  const seed = process.env.SEED ?? randomBytes(4).toString('hex');
  const dir = await mkdtemp(join(tmpdir(), 'vonk-steady-'));
  lifetime.defer(() => rm(dir, { recursive: true, force: true }));
  await buildChanged({ isDevelopment: true });
  for (let i = 0; i < wanted.busy; i += 1)
    lifetime.defer(startProgram({ name: 'a busy process', command: process.execPath, args: ['--eval', 'for (;;);'], port: 0 }).stop);

  const total = { passed: 0, failed: 0 };
  for (let run = 1; run <= wanted.runs; run += 1) {
    // The first run is drawn by the seed itself, so that a command which repeats a failure draws the same.
    const drawnBy = run === 1 ? seed : `${seed}-${run}`;
    console.log(`\nRun ${run} of ${wanted.runs}, SEED=${drawnBy}, beside ${wanted.busy} busy processes`);
    const { passed, failed } = await runOnce(drawnBy, wanted, join(dir, `${run}.json`), lifetime);
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});

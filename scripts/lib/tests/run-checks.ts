import { inProject } from '../paths.ts';
import { installedTool, runTool } from '../process/run-tool.ts';

interface Check {
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  /** A test of the suite checks the same, so the check is left out if all tests follow. */
  readonly isAlsoTested?: true;
}

/** The folders with code, for dependency-cruiser. */
const CODE = ['assets', 'cli', 'contract', 'web', 'worker', 'room', 'party', 'db', 'scripts', 'tests'];

/**
 * The TypeScript 7 compiler, by its path because both installed versions are called tsc
 * (docs/decisions/0060-check-types-with-typescript-7.md).
 */
const TSC = inProject('node_modules/typescript-7/bin/tsc');
/** A type check on one core, because two checks run at once. */
const typeCheck = (title: string, project: string): Check => ({ title, command: TSC, args: ['--project', project, '--singleThreaded'] });

const CHECKS: readonly Check[] = [
  typeCheck('types of the page', 'web/tsconfig.json'),
  typeCheck('types of the service worker', 'web/tsconfig.sw.json'),
  typeCheck('types of the Worker, rooms and database', 'tsconfig.worker.json'),
  typeCheck('types of scripts and tests', 'tsconfig.node.json'),
  { title: 'form and lint', command: installedTool('biome'), args: ['check', '--error-on-warnings', '--max-diagnostics=50'] },
  {
    title: 'directions',
    command: installedTool('depcruise'),
    args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...CODE],
    isAlsoTested: true,
  },
  {
    title: 'docs',
    command: installedTool('vitest'),
    args: ['run', '--project', 'pure', 'tests/architecture/readme.test.ts', 'tests/architecture/references.test.ts'],
    isAlsoTested: true,
  },
  { title: 'dead code', command: installedTool('knip'), args: ['--no-progress'] },
];

async function runCheck({ title, command, args }: Check): Promise<boolean> {
  const began = performance.now();
  const { code, output } = await runTool(command, args);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`);
  if (code !== 0) console.log(`${output.trimEnd()}\n`);
  return code === 0;
}

/**
 * Runs all checks, two at a time, and prints their results. With `doTestsFollow`, leaves out those that tests repeat. Returns whether all
 * passed.
 */
export async function runChecks({ doTestsFollow = false } = {}): Promise<boolean> {
  const waiting = CHECKS.filter(({ isAlsoTested }) => !(isAlsoTested && doTestsFollow));
  const results: boolean[] = [];
  const runWaiting = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(next));
  };
  await Promise.all([runWaiting(), runWaiting()]);
  return results.every(Boolean);
}

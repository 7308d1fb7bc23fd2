import { installed, runTool } from './tool.ts';

interface Check {
  readonly title: string;
  readonly tool: string;
  readonly args: readonly string[];
  /** One of the tests holds the same: where all of them follow, once is enough. */
  readonly isTested?: true;
}

/** The folders that hold code, as dependency-cruiser wants them named. */
const CODE = ['web', 'worker', 'room', 'party', 'db', 'scripts', 'tests'];

const CHECKS: readonly Check[] = [
  { title: 'types of the page', tool: 'tsc', args: ['--project', 'web/tsconfig.json'] },
  { title: 'types of the service worker', tool: 'tsc', args: ['--project', 'web/tsconfig.sw.json'] },
  { title: 'types of the Worker, rooms and database', tool: 'tsc', args: ['--project', 'tsconfig.worker.json'] },
  { title: 'types of scripts and tests', tool: 'tsc', args: ['--project', 'tsconfig.node.json'] },
  { title: 'form and lint', tool: 'biome', args: ['check', '--error-on-warnings', '--max-diagnostics=50'] },
  {
    title: 'directions',
    tool: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...CODE],
    isTested: true,
  },
  { title: 'docs', tool: 'vitest', args: ['run', '--project', 'pure', 'tests/architecture/readme.test.ts'], isTested: true },
  { title: 'dead code', tool: 'knip', args: ['--no-progress'] },
];

async function runCheck({ title, tool, args }: Check): Promise<boolean> {
  const began = performance.now();
  const { code, output } = await runTool(installed(tool), args);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${seconds} s)`);
  if (code !== 0) console.log(`${output.trimEnd()}\n`);
  return code === 0;
}

/** Runs every check, two at a time, each with its own result; true when all hold. What all the tests hold too is left to them when they follow. */
export async function runChecks({ doTestsFollow = false } = {}): Promise<boolean> {
  const waiting = CHECKS.filter(({ isTested }) => !(isTested && doTestsFollow));
  const results: boolean[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await runCheck(next));
  };
  await Promise.all([lane(), lane()]);
  return results.every(Boolean);
}

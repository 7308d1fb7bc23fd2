import { startProgram } from './processes.ts';
import { installed } from './tool.ts';

export interface VitestRun {
  /** Where its JSON report goes. */
  readonly report: string;
  /** Parts of file names; without any, all tests run. */
  readonly filters: readonly string[];
}

/** Runs the tests with their output on ours; gives vitest's exit code. */
export async function runVitest({ report, filters }: VitestRun, stack: AsyncDisposableStack): Promise<number> {
  const running = startProgram({
    name: 'the tests',
    command: installed('vitest'),
    args: ['run', ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    port: 0,
  });
  stack.defer(running.stop);
  const how = await running.ended;
  return how === 'exit code 0' ? 0 : 1;
}

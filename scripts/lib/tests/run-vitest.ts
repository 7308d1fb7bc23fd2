import { installed } from '../process/run-tool.ts';
import { startProgram } from '../process/start-program.ts';

export interface VitestRun {
  /** Where its JSON report goes. */
  readonly report: string;
  /** Parts of file names; without any, all tests run. */
  readonly filters: readonly string[];
  /** One project of vitest.config.ts; all of them without it. */
  readonly project?: string;
  /** Part of a test's name, word for word; without one, all tests of the files run. */
  readonly testName?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the tests with their output on ours; gives vitest's exit code. */
export async function runVitest({ report, filters, project, testName, env }: VitestRun, stack: AsyncDisposableStack): Promise<number> {
  const chosen = [
    ...(project ? [`--project=${project}`] : []),
    ...(testName ? [`--testNamePattern=${testName.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}`] : []),
  ];
  const running = startProgram({
    name: 'the tests',
    command: installed('vitest'),
    args: ['run', ...filters, ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    port: 0,
    ...(env && { env }),
  });
  stack.defer(running.stop);
  const how = await running.ended;
  return how === 'exit code 0' ? 0 : 1;
}

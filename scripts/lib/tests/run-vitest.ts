import { installedTool } from '../process/run-tool.ts';
import { startProgram } from '../process/start-program.ts';

export interface VitestRun {
  /** The file for the JSON report. */
  readonly report: string;
  /** Parts of file names; empty for all files. */
  readonly filters: readonly string[];
  /** One project of vitest.config.ts; undefined for all. */
  readonly project?: string;
  /** Part of a test's name, taken literally; undefined for all tests. */
  readonly testName?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs vitest with its output on ours. Returns 0 if it succeeded, else 1. */
export async function runVitest({ report, filters, project, testName, env }: VitestRun, stack: AsyncDisposableStack): Promise<number> {
  const selection = [
    ...(project ? [`--project=${project}`] : []),
    ...(testName ? [`--testNamePattern=${testName.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}`] : []),
  ];
  const running = startProgram({
    name: 'the tests',
    command: installedTool('vitest'),
    args: ['run', ...filters, ...selection, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    port: 0,
    ...(env && { env }),
  });
  stack.defer(running.stop);
  return (await running.ended) === 'exit code 0' ? 0 : 1;
}

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../paths.ts';
import { freePort } from '../process/ports.ts';
import { installedTool, runTool } from '../process/run-tool.ts';
import { startProgram, untilReady } from '../process/start-program.ts';
import { failuresOf, passedFilesOf, type TimedFile } from '../tests/test-report.ts';
import { isPureTest } from './guarded-areas.ts';

/** The timeout of a wait in a test. Less than usual, because a mutant often lets a test wait for what never happens. */
const WAIT_TIMEOUT_MS = 20_000;
/** How long a run until the first failure may last, several times what the longest takes: a mutant can make a loop endless. */
const LONGEST_RUN_MS = 3 * 60_000;

export interface TestRun {
  /** The first test that failed; null if all passed. */
  readonly failed: { readonly file: string; readonly name: string } | null;
  /** The files whose tests all passed. */
  readonly passed: readonly TimedFile[];
}

interface RunOptions {
  /** The tests start rooms from the sources of the copy instead of using those of the unchanged ones. */
  readonly hasOwnRooms: boolean;
  /** Goes on after a failure. */
  readonly isComplete?: boolean;
}

/** The files of the project that git knows or would take in, without deleted ones. */
const sourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: inProject('.'), encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '' && existsSync(inProject(path)));

/** A temporary copy of sources and build, in which one source file at a time is changed and tested. The working tree stays as it is. */
export class SourceCopy {
  readonly #dir: string;
  readonly #lifetime: AsyncDisposableStack;
  #rooms: string | undefined;

  private constructor(dir: string, lifetime: AsyncDisposableStack) {
    this.#dir = dir;
    this.#lifetime = lifetime;
  }

  /** Copies the project, whose build must be up to date. `lifetime` deletes the copy. */
  static async make(lifetime: AsyncDisposableStack): Promise<SourceCopy> {
    const dir = await mkdtemp(join(tmpdir(), 'vonk-mutants-'));
    lifetime.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
    for (const path of sourceFiles()) cpSync(inProject(path), join(dir, path));
    await cp(inProject('dist'), join(dir, 'dist'), { recursive: true, filter: (path) => !path.endsWith('/dist/rooms') });
    symlinkSync(inProject('node_modules'), join(dir, 'node_modules'));
    return new SourceCopy(dir, lifetime);
  }

  read(path: string): string {
    return readFileSync(join(this.#dir, path), 'utf8');
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.#dir, path), text);
  }

  /** Bundles the Worker of the copy. Throws if the sources cannot be bundled. */
  async buildWorker(): Promise<void> {
    const script = join(this.#dir, 'scripts/lib/mutants/build-mutated-worker.ts');
    const { code, output } = await runTool(process.execPath, [script], this.#dir);
    if (code !== 0) throw new Error(`the Worker could not be built:\n${output}`);
  }

  /** Runs test files of one project in this order, until the first failure. That they do not end is one. */
  async runTests(files: readonly string[], { hasOwnRooms, isComplete = false }: RunOptions): Promise<TestRun> {
    const report = join(this.#dir, 'report.json');
    await rm(report, { force: true });
    const project = files.every(isPureTest) ? 'pure' : 'built';
    const isSharingRooms = project === 'built' && !hasOwnRooms;
    const running = startProgram({
      name: 'the tests',
      command: installedTool('vitest'),
      args: [
        ...['run', ...files, `--project=${project}`, '--maxWorkers=1', '--reporter=json', `--outputFile.json=${report}`],
        ...(isComplete ? [] : ['--bail=1']),
      ],
      port: 0,
      cwd: this.#dir,
      log: join(this.#dir, 'tests.log'),
      env: {
        TEST_ORDER: 'listed',
        TEST_FILES: files.join(' '),
        WAIT_TIMEOUT_MS: String(WAIT_TIMEOUT_MS),
        ...(isSharingRooms && { TEST_ROOMS: await this.#sharedRooms() }),
      },
    });
    this.#lifetime.defer(running.stop);
    let isEndless = false;
    const stopEndless = () => {
      isEndless = true;
      return running.stop();
    };
    const timer = isComplete ? undefined : setTimeout(stopEndless, LONGEST_RUN_MS);
    const how = await running.ended;
    clearTimeout(timer);
    const failures = await failuresOf(report, this.#dir);
    // Files that were not begun because of a failure before them are reported as failed without a test.
    const failure = failures.find(({ name }) => name !== null) ?? failures[0];
    const passed = await passedFilesOf(report, this.#dir);
    if (failure) return { failed: { file: failure.file, name: failure.name ?? 'the file cannot be loaded' }, passed };
    if (isEndless) return { failed: { file: files[0] ?? '', name: 'the tests do not end' }, passed };
    if (how === 'exit code 0') return { failed: null, passed };
    // A run that ends without a failed test: an error outside of the tests, or a mutant that ends the process.
    if (existsSync(report)) return { failed: { file: files[0] ?? '', name: 'an error outside of a test' }, passed };
    throw new Error(`the tests could not run (${how}):\n${running.lastOutput()}`);
  }

  /** `host:port` of rooms that are started once, because their start takes longer than many tests. */
  async #sharedRooms(): Promise<string> {
    if (this.#rooms) return this.#rooms;
    const port = await freePort();
    const script = join(this.#dir, 'tests/support/product/serve-rooms.ts');
    const log = join(this.#dir, 'rooms.log');
    const rooms = startProgram({ name: 'the rooms', command: process.execPath, args: [script, String(port)], port, cwd: this.#dir, log });
    this.#lifetime.defer(rooms.stop);
    await untilReady(rooms, async () => (await fetch(`http://127.0.0.1:${port}/parties/main/ready`)).status > 0);
    this.#rooms = `localhost:${port}`;
    return this.#rooms;
  }
}

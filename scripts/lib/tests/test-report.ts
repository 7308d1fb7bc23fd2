import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

/** Numbers of tests. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that is used here. */
interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    /** Start of the first and end of the last test, in milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

export interface Failure {
  /** Path relative to the project. */
  readonly file: string;
  /** Name of the test; null if the file could not be loaded. */
  readonly name: string | null;
  readonly message: string;
}

/** Sound: vitest wrote the file. Returns null for JSON of another form. */
function asReport(value: unknown): Report | null {
  return typeof value === 'object' && value !== null && 'testResults' in value && Array.isArray(value.testResults)
    ? (value as Report)
    : null;
}

/** Returns null if the file is missing or no report; throws if it is no JSON. */
async function readReport(file: string): Promise<Report | null> {
  const text = await readFile(file, 'utf8').catch(() => 'null');
  return asReport(JSON.parse(text));
}

/** The tests that failed and the files that could not be loaded, in the order of the report. */
export async function failuresOf(file: string, root: string): Promise<Failure[]> {
  const report = await readReport(file);
  return (report?.testResults ?? []).flatMap(({ name: path, status, message, assertionResults }): Failure[] => {
    const relativePath = relative(root, path);
    if (status === 'failed' && assertionResults.length === 0) return [{ file: relativePath, name: null, message }];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ file: relativePath, name: test.fullName, message: (test.failureMessages ?? []).join('\n') }));
  });
}

/** The files of which every test passed. A run that ended early leaves tests out; their files have not passed. */
export async function passedFilesOf(file: string, root: string): Promise<TimedFile[]> {
  const report = await readReport(file);
  return (report?.testResults ?? [])
    .filter(({ assertionResults }) => assertionResults.length > 0 && assertionResults.every(({ status }) => status === 'passed'))
    .map((result) => timed(result, root));
}

export interface TimedFile {
  /** Path relative to the project. */
  readonly file: string;
  readonly seconds: number;
}

const timed = ({ name, startTime, endTime }: Report['testResults'][number], root: string): TimedFile => ({
  file: relative(root, name),
  seconds: (endTime - startTime) / 1000,
});

/** The `count` files whose tests took longest, the longest first. Files run in parallel, so their sum is longer than the run. */
export async function slowestOf(file: string, root: string, count: number): Promise<TimedFile[]> {
  const report = await readReport(file);
  return (report?.testResults ?? [])
    .map((result) => timed(result, root))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/**
 * Counts tests. A file that could not be loaded, a missing report and a run that failed without a failed test count as one failure each.
 * A skipped test counts as failed, except with `isByName`, because vitest skips the tests of other names.
 */
export async function countTests(file: string, exitCode: number, { isByName = false } = {}): Promise<TestCounts> {
  const report = await readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const tests = report.testResults.flatMap((result) => result.assertionResults);
  const unloadedFiles = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length;
  const hasFailed = ({ status }: { status: string }) => (isByName ? status === 'failed' : status !== 'passed');
  const failed = tests.filter(hasFailed).length + unloadedFiles;
  const otherFailures = failed === 0 && (exitCode !== 0 || !report.success) ? 1 : 0;
  return { passed: tests.filter((test) => test.status === 'passed').length, failed: failed + otherFailures };
}

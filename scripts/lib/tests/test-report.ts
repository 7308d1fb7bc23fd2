import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that is read here. */
interface Report {
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    /** Milliseconds since 1970: its first test began, its last one ended. */
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
  /** Seen from the folder of the project. */
  readonly file: string;
  /** Null where the file itself could not be loaded. */
  readonly name: string | null;
  readonly message: string;
}

/** vitest wrote this file itself; what is not of its form counts as no report. */
function asReport(value: unknown): Report | null {
  return typeof value === 'object' && value !== null && 'testResults' in value && Array.isArray(value.testResults)
    ? (value as Report)
    : null;
}

async function readReport(file: string): Promise<Report | null> {
  const text = await readFile(file, 'utf8').catch(() => 'null');
  return asReport(JSON.parse(text));
}

/** The tests that failed, and the files that could not be loaded, in the order they ran in. */
export async function failuresOf(file: string, root: string): Promise<Failure[]> {
  const report = await readReport(file);
  return (report?.testResults ?? []).flatMap(({ name: path, status, message, assertionResults }): Failure[] => {
    const name = relative(root, path);
    if (status === 'failed' && assertionResults.length === 0) return [{ file: name, name: null, message }];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ file: name, name: test.fullName, message: (test.failureMessages ?? []).join('\n') }));
  });
}

export interface TimedFile {
  /** Seen from the folder of the project. */
  readonly file: string;
  readonly seconds: number;
}

/** The files whose tests took longest, the longest first; several run at a time, so together they are longer than the run. */
export async function slowestOf(file: string, root: string, count: number): Promise<TimedFile[]> {
  const report = await readReport(file);
  return (report?.testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/**
 * Counts tests; a file that could not be loaded and a run that failed without a failed test count as one failure each, and so
 * does a test that was skipped, except where only tests of a name were wanted.
 */
export async function tallyOf(file: string, exitCode: number, { isByName = false } = {}): Promise<Tally> {
  const report = await readReport(file);
  if (!report) return { passed: 0, failed: 1 };
  const tests = report.testResults.flatMap((result) => result.assertionResults);
  const unloaded = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length;
  const hasFailed = ({ status }: { status: string }) => (isByName ? status === 'failed' : status !== 'passed');
  const failed = tests.filter(hasFailed).length + unloaded;
  const failedUnseen = failed === 0 && (exitCode !== 0 || !report.success) ? 1 : 0;
  return { passed: tests.filter((test) => test.status === 'passed').length, failed: failed + failedUnseen };
}

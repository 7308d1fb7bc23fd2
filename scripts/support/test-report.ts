import { readFile } from 'node:fs/promises';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that the count needs. */
interface Report {
  readonly success: boolean;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
}

/** vitest wrote this file itself; what is not of its form counts as no report. */
function asReport(value: unknown): Report | null {
  return typeof value === 'object' && value !== null && 'testResults' in value && Array.isArray(value.testResults)
    ? (value as Report)
    : null;
}

/** Counts tests; a file that could not be loaded and a run that failed without a failed test count as one failure each. */
export async function tallyOf(file: string, exitCode: number): Promise<Tally> {
  const text = await readFile(file, 'utf8').catch(() => 'null');
  const report = asReport(JSON.parse(text));
  if (!report) return { passed: 0, failed: 1 };
  const tests = report.testResults.flatMap((result) => result.assertionResults);
  const unloaded = report.testResults.filter((result) => result.status === 'failed' && result.assertionResults.length === 0).length;
  const failed = tests.filter((test) => test.status !== 'passed').length + unloaded;
  const failedUnseen = failed === 0 && (exitCode !== 0 || !report.success) ? 1 : 0;
  return { passed: tests.filter((test) => test.status === 'passed').length, failed: failed + failedUnseen };
}

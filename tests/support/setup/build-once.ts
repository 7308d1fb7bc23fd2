import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildChanged } from '../../../scripts/lib/build/build-changed.ts';

/** Builds page and Worker once for all test files if their sources have changed. Temporary files of the tests are deleted after the run. */
export async function setup(): Promise<() => Promise<void>> {
  await buildChanged({ isDevelopment: true });
  const dir = await mkdtemp(join(tmpdir(), 'vonk-run-'));
  process.env.TMPDIR = dir;
  return () => rm(dir, { recursive: true, force: true, maxRetries: 5 });
}

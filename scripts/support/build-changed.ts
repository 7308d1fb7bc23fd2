import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { whileBuilding } from './build-lock.ts';
import { buildPage, PAGE_DIR, PAGE_SOURCES } from './build-page.ts';
import { buildWorker, WORKER_BUNDLE, WORKER_SOURCES } from './build-worker.ts';
import { inProject } from './paths.ts';
import { hashOf } from './source-hash.ts';
import { step } from './steps.ts';

interface Part {
  readonly title: string;
  readonly stamp: string;
  readonly output: string;
  readonly hash: string;
  readonly build: () => Promise<void>;
}

/** The stamp goes before the build and comes back after it, so that a build cut short never passes for a whole one. */
async function buildPart({ title, stamp, output, hash, build }: Part): Promise<boolean> {
  const known = await readFile(stamp, 'utf8').catch(() => '');
  if (known === hash && existsSync(output)) return false;
  await rm(stamp, { force: true });
  await step(title, build);
  await writeFile(stamp, hash);
  return true;
}

/** Builds the page and the Worker where their sources have changed since the last time. */
export async function buildChanged({ isDevelopment }: { isDevelopment: boolean }): Promise<{ hasBuilt: boolean }> {
  const page = hashOf(PAGE_SOURCES);
  const worker = hashOf(WORKER_SOURCES);
  const parts: Part[] = [
    { title: 'Building the page', stamp: inProject('dist/page.hash'), output: `${PAGE_DIR}/index.html`, hash: page, build: buildPage },
    {
      title: 'Building the Worker',
      stamp: inProject('dist/worker.hash'),
      output: WORKER_BUNDLE,
      hash: `${worker} ${isDevelopment ? 'development' : 'production'}`,
      build: () => buildWorker({ isDevelopment }),
    },
  ];
  return whileBuilding(async () => {
    let hasBuilt = false;
    for (const part of parts) hasBuilt = (await buildPart(part)) || hasBuilt;
    return { hasBuilt };
  });
}

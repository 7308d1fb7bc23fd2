import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { step } from '../command/progress-steps.ts';
import { inProject } from '../paths.ts';
import { whileBuilding } from './build-lock.ts';
import { buildDeveloperPages, buildPage, DEVELOPER_DIR, DEVELOPER_SOURCES, PAGE_DIR, PAGE_SOURCES } from './build-page.ts';
import { buildWorker, WORKER_BUNDLE, WORKER_SOURCES } from './build-worker.ts';
import { hashOf } from './source-hash.ts';

interface Flavour {
  readonly isDevelopment: boolean;
}

export interface Part {
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

/** What a build is made of, in its order: each later part may lie in the folder of one before. */
export function partsOf({ isDevelopment }: Flavour): Part[] {
  const page: Part = {
    title: 'Building the page',
    stamp: inProject('dist/page.hash'),
    output: `${PAGE_DIR}/index.html`,
    hash: hashOf(PAGE_SOURCES, DEVELOPER_SOURCES),
    build: buildPage,
  };
  const developerPages: Part = {
    title: 'Building the developer pages',
    stamp: inProject('dist/developer-pages.hash'),
    output: `${DEVELOPER_DIR}/index.html`,
    hash: hashOf(PAGE_SOURCES),
    build: buildDeveloperPages,
  };
  const worker: Part = {
    title: 'Building the Worker',
    stamp: inProject('dist/worker.hash'),
    output: WORKER_BUNDLE,
    hash: `${hashOf(WORKER_SOURCES)} ${isDevelopment ? 'development' : 'production'}`,
    build: () => buildWorker({ isDevelopment }),
  };
  return isDevelopment ? [page, developerPages, worker] : [page, worker];
}

/** Builds the page and the Worker where their sources have changed since the last time; for production nothing else is left beside them. */
export async function buildChanged(flavour: Flavour): Promise<{ hasBuilt: boolean }> {
  return whileBuilding(async () => {
    if (!flavour.isDevelopment) await rm(DEVELOPER_DIR, { recursive: true, force: true });
    let hasBuilt = false;
    for (const part of partsOf(flavour)) hasBuilt = (await buildPart(part)) || hasBuilt;
    return { hasBuilt };
  });
}

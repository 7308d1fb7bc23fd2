import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { runStep } from '../command/progress-steps.ts';
import { inProject } from '../paths.ts';
import { withBuildLock } from './build-lock.ts';
import {
  buildDesk,
  buildDeveloperPages,
  buildPage,
  DESK_DIR,
  DESK_SOURCES,
  DEVELOPER_DIR,
  DEVELOPER_SOURCES,
  PAGE_DIR,
  PAGE_SOURCES,
} from './build-page.ts';
import { buildWorker, WORKER_BUNDLE, WORKER_SOURCES } from './build-worker.ts';
import { hashOf } from './source-hash.ts';

interface BuildMode {
  readonly isDevelopment: boolean;
}

/** One output of the build. */
export interface BuildPart {
  readonly title: string;
  /** The file that holds `hash` after a complete build. */
  readonly stamp: string;
  /** A file that the build writes; without it the part is built again. */
  readonly output: string;
  /** Hash of the sources. */
  readonly hash: string;
  readonly build: () => Promise<void>;
}

/**
 * Builds a part if its sources have changed; returns whether it did. The stamp is deleted before the build and written after it, so that
 * an interrupted build is never taken for a complete one.
 */
async function buildPart({ title, stamp, output, hash, build }: BuildPart): Promise<boolean> {
  const builtHash = await readFile(stamp, 'utf8').catch(() => '');
  if (builtHash === hash && existsSync(output)) return false;
  await rm(stamp, { force: true });
  await runStep(title, build);
  await writeFile(stamp, hash);
  return true;
}

/** The parts of a build in their order: building a part empties its folder, and a later part can be inside of it. */
export function buildPartsOf({ isDevelopment }: BuildMode): BuildPart[] {
  const page: BuildPart = {
    title: 'Building the page',
    stamp: inProject('dist/page.hash'),
    output: `${PAGE_DIR}/index.html`,
    // The page contains neither the developer pages nor the desk, so a change of theirs does not build it again.
    hash: hashOf(PAGE_SOURCES, { except: [...DEVELOPER_SOURCES, ...DESK_SOURCES] }),
    build: buildPage,
  };
  const developerPages: BuildPart = {
    title: 'Building the developer pages',
    stamp: inProject('dist/developer-pages.hash'),
    output: `${DEVELOPER_DIR}/index.html`,
    // All sources, because the developer pages are made of parts of the page.
    hash: hashOf(PAGE_SOURCES),
    build: buildDeveloperPages,
  };
  const desk: BuildPart = {
    title: 'Building the desk',
    stamp: inProject('dist/desk.hash'),
    output: `${DESK_DIR}/index.html`,
    hash: hashOf(PAGE_SOURCES, { except: DEVELOPER_SOURCES }),
    build: buildDesk,
  };
  const worker: BuildPart = {
    title: 'Building the Worker',
    stamp: inProject('dist/worker.hash'),
    output: WORKER_BUNDLE,
    hash: `${hashOf(WORKER_SOURCES)} ${isDevelopment ? 'development' : 'production'}`,
    build: () => buildWorker({ isDevelopment }),
  };
  return isDevelopment ? [page, desk, developerPages, worker] : [page, desk, worker];
}

/** Builds the parts whose sources have changed since the last build. A production build deletes the developer pages. */
export async function buildChanged(mode: BuildMode): Promise<{ hasBuilt: boolean }> {
  return withBuildLock(async () => {
    if (!mode.isDevelopment) await rm(DEVELOPER_DIR, { recursive: true, force: true });
    let hasBuilt = false;
    for (const part of buildPartsOf(mode)) hasBuilt = (await buildPart(part)) || hasBuilt;
    return { hasBuilt };
  });
}

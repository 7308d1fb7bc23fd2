import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { PAGE_DIR } from '../../../scripts/support/build-page.ts';
import { startDatabase } from '../../support/sqld.ts';
import { startWorker } from '../../support/worker.ts';

export interface DeployedProduct {
  readonly url: string;
  readonly dbUrl: string;
  /** The name of the build that is out. */
  build(): string;
  /** Puts the next build out, in which the code of the one before is gone. */
  deploy(): Promise<void>;
  stop(): Promise<void>;
}

const BUILD = /data-build="(\w+)"/;
const REVISION = /\b[0-9a-f]{32}\b/g;
const CODE = /[\w.~-]+\.js\b/g;
const TEXTS = /\.(html|js|json)$/;

const buildIn = async (dir: string) => BUILD.exec(await readFile(join(dir, 'index.html'), 'utf8'))?.[1] ?? '';

/** As another build would have left the folder: it and all its code have other names, and the old ones are gone. */
async function rebuild(dir: string, number: number): Promise<void> {
  const build = await buildIn(dir);
  const next = String(number).padStart(build.length, '0');
  const inAssets = await readdir(join(dir, 'assets'));
  const renamed = new Map(inAssets.filter((name) => name.endsWith('.js')).map((name) => [name, `${name.slice(0, -3)}${number}.js`]));
  const files = await readdir(dir, { recursive: true });
  for (const file of files.filter((name) => TEXTS.test(name))) {
    const text = await readFile(join(dir, file), 'utf8');
    const changed = text.replaceAll(build, next).replaceAll(CODE, (name) => renamed.get(name) ?? name);
    await writeFile(join(dir, file), file === 'sw.js' ? changed.replaceAll(REVISION, next.padStart(32, '0')) : changed);
  }
  for (const [name, as] of renamed) await rename(join(dir, 'assets', name), join(dir, 'assets', as));
}

/** The whole product with a page of its own, which can give way to the next build under the eyes of its visitors. */
export async function startDeployedProduct(): Promise<DeployedProduct> {
  await using stack = new AsyncDisposableStack();
  const pageDir = await mkdtemp(join(tmpdir(), 'vonk-page-'));
  stack.defer(() => rm(pageDir, { recursive: true, force: true }));
  await cp(PAGE_DIR, pageDir, { recursive: true });
  const database = await startDatabase();
  stack.defer(database.stop);
  const worker = await startWorker({ dbUrl: database.url, partyHost: inject('roomsHost'), pageDir });
  stack.defer(worker.stop);
  let build = await buildIn(pageDir);
  let deploys = 0;
  const owned = stack.move();
  return {
    url: worker.url,
    dbUrl: database.url,
    build: () => build,
    deploy: async () => {
      deploys += 1;
      await rebuild(pageDir, deploys);
      await worker.reload();
      build = await buildIn(pageDir);
    },
    stop: () => owned.disposeAsync(),
  };
}

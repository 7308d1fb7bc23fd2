import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { PAGE_DIR } from '../../../scripts/lib/build/build-page.ts';
import { startDatabase } from '../../support/database/test-database-server.ts';
import { startWorker } from '../../support/product/test-worker.ts';
import { nextPage } from './next-build.ts';

export interface DeployedProduct {
  readonly url: string;
  readonly dbUrl: string;
  /** The name of the deployed build. */
  build(): string;
  /** Deploys the other of two builds; most files of the one before no longer exist then. */
  deploy(): Promise<void>;
  stop(): Promise<void>;
}

const BUILD = /data-build="(\w+)"/;
const buildIn = async (dir: string) => BUILD.exec(await readFile(join(dir, 'index.html'), 'utf8'))?.[1] ?? '';

/** The whole product with a copy of the page, of which another build can be deployed while pages are open. */
export async function startDeployedProduct(): Promise<DeployedProduct> {
  await using stack = new AsyncDisposableStack();
  const pageDir = await mkdtemp(join(tmpdir(), 'vonk-page-'));
  stack.defer(() => rm(pageDir, { recursive: true, force: true }));
  const builds = [PAGE_DIR, await nextPage()] as const;
  await cp(builds[0], pageDir, { recursive: true });
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
      const [next, previous] = [`${pageDir}-next`, `${pageDir}-last`];
      await cp(builds[deploys % 2 === 0 ? 0 : 1], next, { recursive: true });
      await rename(pageDir, previous);
      await rename(next, pageDir);
      await rm(previous, { recursive: true });
      await worker.reload();
      build = await buildIn(pageDir);
    },
    stop: () => owned.disposeAsync(),
  };
}

import { join } from 'node:path';
import { build } from 'esbuild';
import { workerBuildOptions } from '../../../scripts/lib/build/build-worker.ts';
import { inProject } from '../../../scripts/lib/paths.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { startWorkerProcess } from '../../../scripts/lib/product/worker-process.ts';
import { workerdOf } from './process-stats.ts';

/** Builds a Worker as it is deployed, without what only a local site has. Returns the path of its module, in `dir`. */
export async function bundleAsDeployed(dir: string, name: string, entry: string): Promise<string> {
  const outfile = join(dir, `${name}.js`);
  await build({ ...workerBuildOptions({ isDevelopment: false }), entryPoints: [inProject(entry)], outfile });
  return outfile;
}

export interface BundledWorkerOptions {
  readonly name: string;
  readonly bundle: string;
  /** The folder of its log and of what it keeps. */
  readonly dir: string;
  readonly variables: Readonly<Record<string, string>>;
  /** See scripts/lib/product/worker-options.ts. */
  readonly isDirect?: boolean;
}

/** Starts a bundled Worker in a process of its own. It stops with `lifetime`. */
export async function startBundledWorker(
  { name, bundle, dir, variables, isDirect = false }: BundledWorkerOptions,
  lifetime: AsyncDisposableStack,
) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const worker = await startWorkerProcess(
    { bundle, host: 'localhost', port, dir: join(dir, name), variables: { ...variables, SITE_URL: url }, isDirect },
    join(dir, `${name}.log`),
  );
  lifetime.defer(worker.stop);
  return { url, pid: workerdOf(worker.child.pid ?? 0) };
}

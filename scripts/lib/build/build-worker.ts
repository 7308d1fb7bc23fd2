import type { BuildOptions } from 'esbuild';
import { inProject } from '../paths.ts';
import { writeSetUp } from './worker-config.ts';

/** Everything the Worker is made of, but the page. */
export const WORKER_SOURCES = [
  ...['contract/**/*', 'worker/**/*', 'room/**/*', 'db/**/*', 'scripts/lib/build/build-worker.ts', 'scripts/lib/build/worker-config.ts'],
  ...['package-lock.json', 'package.json', 'tsconfig.json', 'wrangler.toml'],
];

export const WORKER_BUNDLE = inProject('dist/worker/index.js');

export interface WorkerBuild {
  /** False leaves everything that only development has out of the bundle. */
  readonly isDevelopment: boolean;
}

/** How esbuild makes one module of the Worker. */
export function workerBuildOptions({ isDevelopment }: WorkerBuild): BuildOptions {
  return {
    entryPoints: [inProject('worker/index.ts')],
    outfile: WORKER_BUNDLE,
    absWorkingDir: inProject('.'),
    bundle: true,
    format: 'esm',
    target: 'es2024',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    external: ['node:*', 'cloudflare:*'],
    define: { __DEVELOPMENT__: String(isDevelopment), 'process.env.NODE_ENV': '"production"' },
    minify: !isDevelopment,
    logLevel: 'warning',
  };
}

/** Builds the Worker into dist/worker, with its set-up. */
export async function buildWorker(options: WorkerBuild): Promise<void> {
  const { build } = await import('esbuild');
  await Promise.all([build(workerBuildOptions(options)), writeSetUp()]);
}

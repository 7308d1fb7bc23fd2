import type { BuildOptions } from 'esbuild';
import { inProject } from '../paths.ts';
import { writeWorkerConfig } from './worker-config.ts';

/** Patterns of all files that the Worker is built from. */
export const WORKER_SOURCES = [
  'contract/**/*',
  'worker/**/*',
  'room/**/*',
  'db/**/*',
  'scripts/lib/build/build-worker.ts',
  'scripts/lib/build/worker-config.ts',
  'package-lock.json',
  'package.json',
  'tsconfig.json',
  'wrangler.toml',
];

export const WORKER_BUNDLE = inProject('dist/worker/index.js');

export interface WorkerBuild {
  /** False leaves code for development out of the bundle and minifies it. */
  readonly isDevelopment: boolean;
}

/** esbuild's options for bundling the Worker into one module. */
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

/** Builds the Worker into dist/worker, with its configuration from wrangler.toml. */
export async function buildWorker(options: WorkerBuild): Promise<void> {
  const { build } = await import('esbuild');
  await Promise.all([build(workerBuildOptions(options)), writeWorkerConfig()]);
}

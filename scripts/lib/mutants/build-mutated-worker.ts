import { writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { buildPartsOf } from '../build/build-changed.ts';
import { workerBuildOptions } from '../build/build-worker.ts';

/**
 * Runs in a copy of the sources after one of them was changed: bundles the Worker, and marks the page as built, which would take longer than
 * most tests and is not tested there.
 */
await build(workerBuildOptions({ isDevelopment: true }));
for (const { stamp, hash } of buildPartsOf({ isDevelopment: true })) await writeFile(stamp, hash);

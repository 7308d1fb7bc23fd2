import { context, type Plugin } from 'esbuild';
import { workerBuildOptions } from '../build/build-worker.ts';
import type { WorkerProcess } from './worker-process.ts';

const clock = () => new Date().toLocaleTimeString();

/** Restarts the Worker after every successful build except the first, which is already running. */
function reloadPlugin(worker: WorkerProcess): Plugin {
  let builds = 0;
  return {
    name: 'reload',
    setup: (build) => {
      build.onEnd(async ({ errors }) => {
        builds += 1;
        if (errors.length > 0 || builds === 1) return;
        await worker.reload();
        console.log(`${clock()} the Worker was reloaded`);
      });
    },
  };
}

/** Rebuilds and restarts the Worker when a source file changes, until `stack` is disposed. */
export async function reloadOnChange(worker: WorkerProcess, stack: AsyncDisposableStack): Promise<void> {
  const watching = await context({ ...workerBuildOptions({ isDevelopment: true }), plugins: [reloadPlugin(worker)] });
  stack.defer(() => watching.dispose());
  await watching.watch();
}

import { makeDemo } from '#db/demo/make-demo';
import { WORKER_BUNDLE } from '../build/build-worker.ts';
import type { Progress } from '../command/progress-steps.ts';
import { freePort } from '../process/ports.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

export interface DemoOptions {
  readonly url: string;
  readonly members: number;
  /** Folder of the local photo bucket. */
  readonly photosDir: string;
  readonly log: string;
}

/** Writes photos through a Worker process, as only its runtime can write the bucket. The process is started by the first photo. */
function openPhotos(dir: string, log: string) {
  let starting: Promise<WorkerProcess> | undefined;
  const start = async () =>
    startWorkerProcess({ bundle: WORKER_BUNDLE, host: '127.0.0.1', port: await freePort(), dir, variables: {} }, log);
  return {
    put: async (name: string, bytes: Uint8Array): Promise<void> => {
      starting ??= start();
      await (await starting).putPhoto(name, bytes);
    },
    close: async (): Promise<void> => (await starting)?.stop(),
  };
}

/** Fills an empty database with demo members; does nothing if it has members. */
export async function fillWithDemo({ url, members, photosDir, log }: DemoOptions, progress: Progress): Promise<void> {
  if (members === 0) return;
  const photos = openPhotos(photosDir, log);
  try {
    await makeDemo({ url, members, photos, onProgress: (made) => progress(`${made} of ${members}`) });
  } finally {
    await photos.close();
  }
}

import { makeDemo } from '#db/demo/make-demo';
import { WORKER_BUNDLE } from '../build/build-worker.ts';
import type { Progress } from '../command/progress-steps.ts';
import { freePort } from '../process/ports.ts';
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

export interface DemoOptions {
  readonly url: string;
  readonly members: number;
  /** Where the Worker keeps its photos. */
  readonly photosDir: string;
  readonly log: string;
}

/** Only the Worker's runtime can write its photos; it is started with the first of them. */
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

/** Fills an empty database with demo members; one that has members is left as it is. */
export async function fillWithDemo({ url, members, photosDir, log }: DemoOptions, progress: Progress): Promise<void> {
  if (members === 0) return;
  const photos = openPhotos(photosDir, log);
  try {
    await makeDemo({ url, members, photos, onProgress: (made) => progress(`${made} of ${members}`) });
  } finally {
    await photos.close();
  }
}

import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { inProject } from '../paths.ts';

const LOCK = inProject('dist/.building');

/** Whether the process that holds the lock still runs. */
async function isOwnerAlive(): Promise<boolean> {
  const owner = Number(await readFile(LOCK, 'utf8').catch(() => ''));
  if (!owner) return false;
  try {
    process.kill(owner, 0);
    return true;
  } catch {
    return false;
  }
}

async function takeLock(): Promise<boolean> {
  return writeFile(LOCK, String(process.pid), { flag: 'wx' }).then(
    () => true,
    () => false,
  );
}

/** Runs `work` while no other command builds into dist/. A lock whose owner process has ended is removed. */
export async function withBuildLock<T>(work: () => Promise<T>): Promise<T> {
  await mkdir(inProject('dist'), { recursive: true });
  while (!(await takeLock())) {
    if (!(await isOwnerAlive())) await rm(LOCK, { force: true });
    else await pause(200);
  }
  try {
    return await work();
  } finally {
    await rm(LOCK, { force: true });
  }
}

import { STORAGE_LIMIT_MS, withinLimit } from './storage-limit.ts';

/** Whether some tab holds the lock; false where the browser does not say so in time. */
async function isHeld(name: string): Promise<boolean> {
  try {
    const { held = [] } = await withinLimit(() => navigator.locks.query());
    return held.some((lock) => lock.name === name);
  } catch {
    return false;
  }
}

/**
 * Runs the job while no other tab of this browser runs one under the same name. Nobody waits for a lock longer than the limit: then the job
 * runs without it, and is told whether another tab holds it (true) or the browser has no locks to give (false).
 */
export async function withLock<T>(name: string, job: (isHeldElsewhere: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return job(false);
  const request = async (signal: AbortSignal, hold: () => Promise<void>) => navigator.locks.request(name, { signal }, hold);
  const ending = new AbortController();
  const { promise: hasTurn, resolve: decide } = Promise.withResolvers<boolean>();
  const { promise: done, resolve: release } = Promise.withResolvers<void>();
  const hold = () => {
    decide(true);
    return done;
  };
  const timer = setTimeout(decide, STORAGE_LIMIT_MS, false);
  request(ending.signal, hold).catch(() => decide(false));
  const isOurs = await hasTurn;
  clearTimeout(timer);
  if (!isOurs) ending.abort();
  try {
    return await job(isOurs ? false : await isHeld(name));
  } finally {
    release();
  }
}

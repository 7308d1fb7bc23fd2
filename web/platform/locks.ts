import { STORAGE_TIMEOUT_MS, withTimeout } from './storage-timeout.ts';

/** What a job knows about the lock under which it runs. */
export interface LockTurn {
  /** Whether this tab holds the lock. */
  readonly hasLock: boolean;
  /** Whether another tab holds the lock. Resolves to false, too, if the browser has not answered within ANSWER_LIMIT_MS. */
  isHeldElsewhere(): Promise<boolean>;
}

/** How long a browser may take to say who holds a lock, in milliseconds: on a busy machine it answers late, in some browsers never. */
const ANSWER_LIMIT_MS = 5000;

const WITH_LOCK: LockTurn = { hasLock: true, isHeldElsewhere: async () => false };

async function isHeld(name: string): Promise<boolean> {
  try {
    const { held = [] } = await withTimeout(() => navigator.locks.query(), ANSWER_LIMIT_MS);
    return held.some((lock) => lock.name === name);
  } catch {
    return false;
  }
}

/**
 * Runs the job while this tab holds the browser's lock of this name. If the lock is not granted within STORAGE_TIMEOUT_MS, the job runs
 * without it and can see that in `turn`. Returns or throws what the job does.
 */
export async function withLock<T>(name: string, job: (turn: LockTurn) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return job(WITH_LOCK);
  const request = async (signal: AbortSignal, hold: () => Promise<void>) => navigator.locks.request(name, { signal }, hold);
  const abort = new AbortController();
  const { promise: hasTurn, resolve: resolveTurn } = Promise.withResolvers<boolean>();
  const { promise: done, resolve: release } = Promise.withResolvers<void>();
  const hold = () => {
    resolveTurn(true);
    return done;
  };
  const timer = setTimeout(resolveTurn, STORAGE_TIMEOUT_MS, false);
  request(abort.signal, hold).catch(() => resolveTurn(false));
  const isOurs = await hasTurn;
  clearTimeout(timer);
  if (!isOurs) abort.abort();
  try {
    return await job(isOurs ? WITH_LOCK : { hasLock: isOurs, isHeldElsewhere: () => isHeld(name) });
  } finally {
    release();
  }
}

import { STORAGE_LIMIT_MS, withinLimit } from './storage-timeout.ts';

/** What a job knows of the lock that it was to run in. */
export interface LockTurn {
  readonly isOurs: boolean;
  /** Whether another tab holds it. Resolves to false, too, if the browser has not answered within ANSWER_LIMIT_MS. */
  isHeldElsewhere(): Promise<boolean>;
}

/** How long a browser may take to say who holds a lock, in milliseconds: on a busy machine it answers late, in some browsers never. */
const ANSWER_LIMIT_MS = 5000;

const OURS: LockTurn = { isOurs: true, isHeldElsewhere: async () => false };

async function isHeld(name: string): Promise<boolean> {
  try {
    const { held = [] } = await withinLimit(() => navigator.locks.query(), ANSWER_LIMIT_MS);
    return held.some((lock) => lock.name === name);
  } catch {
    return false;
  }
}

/**
 * Runs the job while no other tab of this browser runs one under the same name. Nobody waits for a lock longer than the limit: then the job
 * runs without it, knows so, and may ask whether another tab holds it.
 */
export async function withLock<T>(name: string, job: (turn: LockTurn) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return job(OURS);
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
    return await job(isOurs ? OURS : { isOurs, isHeldElsewhere: () => isHeld(name) });
  } finally {
    release();
  }
}

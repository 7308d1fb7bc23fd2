import { likeMember, unlikeMember } from '#contract/likes';
import type { QuotedBlock } from '#contract/quotes';
import { CallError, call } from '../../api/call.ts';
import { withBirthDate } from '../profile/with-birth-date.ts';

const queued = new Map<string, boolean>();
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/**
 * What the like queue holds, by member: shown instead of what cached answers say. `like-queue.ts` stores the queue and sends it.
 */
export const queuedLikes = {
  get: (id: string): boolean | undefined => queued.get(id),
  /** Sets a queued like or unlike; null removes it. */
  set: (id: string, isWanted: boolean | null): void => {
    if (isWanted === null) queued.delete(id);
    else queued.set(id, isWanted);
    notify();
  },
  /** Has all hearts read again whether they are set, for a change that is not of the queue. */
  notify,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * Sends a like, with the block of the profile that it is about, or an unlike. Resolves to whether the two match. A member without a date of
 * birth is asked for it before the first like.
 */
export async function sendLike(id: string, isWanted: boolean, about: QuotedBlock | null): Promise<boolean> {
  if (!isWanted) return (await call(unlikeMember, { profile: id })).match;
  return (await withBirthDate(() => call(likeMember, { profile: id, ...(about ? { about } : {}) }))).match;
}

/** Seconds for which a like waits by itself above a limit. A longer limit is told at once. */
const LONGEST_WAIT_SECONDS = 120;

/** Whether a failed call is to be tried again later: the network or the server cannot be reached, or a limit soon ends. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.code === 'offline' ||
    error.code === 'unavailable' ||
    error.code === 'busy' ||
    (error.code === 'too_many' && (error.retryAfter ?? 0) <= LONGEST_WAIT_SECONDS));

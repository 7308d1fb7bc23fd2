import { likeMember, unlikeMember } from '#contract/likes';
import { CallError, call } from '../../api/call.ts';

const queued = new Map<string, boolean>();
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** The likes in the queue, by member. They are shown instead of what cached answers say. */
export const queuedLikes = {
  get: (id: string): boolean | undefined => queued.get(id),
  /** Sets a queued like or unlike; null removes it. */
  set: (id: string, isWanted: boolean | null): void => {
    if (isWanted === null) queued.delete(id);
    else queued.set(id, isWanted);
    notify();
  },
  tell: notify,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const sendLike = (id: string, isWanted: boolean): Promise<unknown> => call(isWanted ? likeMember : unlikeMember, { profile: id });

/** Whether a failed call is to be tried again later: the network or the server cannot be reached. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'offline' || error.code === 'unavailable');

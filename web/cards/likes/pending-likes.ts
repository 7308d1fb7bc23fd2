import { likeMember, unlikeMember } from '#contract/likes';
import { CallError, call } from '../../api/call.ts';

const waiting = new Map<string, boolean>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** What waits for a connection, by member; it is shown whatever the caches say meanwhile. The queue knows when it may go. */
export const waitingLikes = {
  get: (id: string): boolean | undefined => waiting.get(id),
  /** Null: it waits no longer. */
  hold: (id: string, isWanted: boolean | null): void => {
    if (isWanted === null) waiting.delete(id);
    else waiting.set(id, isWanted);
    tell();
  },
  tell,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export const sendLike = (id: string, isWanted: boolean): Promise<unknown> => call(isWanted ? likeMember : unlikeMember, { profile: id });

/** The server could not be asked; what was wanted is worth another try. */
export const isForLater = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'offline' || error.code === 'unavailable');

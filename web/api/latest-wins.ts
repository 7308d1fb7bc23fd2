import { createStore, useStore } from '../platform/store.ts';

/** A value that is being saved: what the member chose last, and what the server has confirmed. */
export interface LatestWinsState<T> {
  confirmed: T;
  wanted: T;
}

/**
 * Sends, one request at a time, until the server has confirmed the last wanted value. `intent.wanted` may change meanwhile. Throws the
 * error of a request only if its value is still wanted.
 */
export async function sendLatest<T>(intent: LatestWinsState<T>, send: (wanted: T) => Promise<unknown>): Promise<void> {
  // After a failed request the server may or may not have the value.
  let isCertain = true;
  while (intent.wanted !== intent.confirmed || !isCertain) {
    const sending = intent.wanted;
    try {
      await send(sending);
      intent.confirmed = sending;
      isCertain = true;
    } catch (error) {
      if (intent.wanted === sending) throw error;
      isCertain = false;
    }
  }
}

interface WantedChange<T> {
  readonly confirmed: T;
  readonly wanted: T;
  readonly send: (wanted: T) => Promise<unknown>;
}

/** Values by name that show what was set last until the server has confirmed it, so that an answer in between does not flip them back. */
export function createLatestWinsMutations<K extends string, T>() {
  const running = createStore<ReadonlyMap<K, LatestWinsState<T>>>(new Map());
  /** The value that is being saved under a name; undefined while nothing is. */
  const use = (name: K): T | undefined => useStore(running).get(name)?.wanted;
  /** Shows a value at once and saves it. Throws if the server refuses; the server's value is then shown again. */
  const set = async (name: K, { confirmed, wanted, send }: WantedChange<T>): Promise<void> => {
    const inProgress = running.get().get(name);
    if (inProgress) {
      inProgress.wanted = wanted;
      running.set(new Map(running.get()));
      return;
    }
    const intent = { confirmed, wanted };
    running.set(new Map(running.get()).set(name, intent));
    try {
      await sendLatest(intent, send);
    } finally {
      running.set(new Map([...running.get()].filter(([key]) => key !== name)));
    }
  };
  return { use, set };
}

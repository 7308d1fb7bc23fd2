import { createStore, useStore } from '../platform/store.ts';

/** What somebody wants, and what the server is known to have. */
export interface Intent<T> {
  confirmed: T;
  wanted: T;
}

/** Sends until the server stands where the last press wanted it: one request at a time, so that none overtakes another; throws what refuses the last. */
export async function settle<T>(intent: Intent<T>, send: (wanted: T) => Promise<unknown>): Promise<void> {
  let isCertain = true;
  while (intent.wanted !== intent.confirmed || !isCertain) {
    const sent = intent.wanted;
    try {
      await send(sent);
      intent.confirmed = sent;
      isCertain = true;
    } catch (error) {
      if (intent.wanted === sent) throw error;
      isCertain = false;
    }
  }
}

interface Wish<T> {
  readonly confirmed: T;
  readonly wanted: T;
  readonly send: (wanted: T) => Promise<unknown>;
}

/** Values by name that stand as they were last set until the server has them: a poll in between cannot flip them back. */
export function createIntents<K extends string, T>() {
  const running = createStore<ReadonlyMap<K, Intent<T>>>(new Map());
  /** What a name is on its way to; undefined while it stands as the server says. */
  const use = (name: K): T | undefined => useStore(running).get(name)?.wanted;
  /** Sets one at once and sends it; throws, with the value put back, when the server refuses. */
  const set = async (name: K, { confirmed, wanted, send }: Wish<T>): Promise<void> => {
    const before = running.get().get(name);
    if (before) {
      before.wanted = wanted;
      running.set(new Map(running.get()));
      return;
    }
    const intent = { confirmed, wanted };
    running.set(new Map(running.get()).set(name, intent));
    try {
      await settle(intent, send);
    } finally {
      running.set(new Map([...running.get()].filter(([other]) => other !== name)));
    }
  };
  return { use, set };
}

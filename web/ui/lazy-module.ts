import { useEffect } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import { reloadOnce } from '../platform/reload-guard.ts';
import { createStore, type Store, useStore } from '../platform/store.ts';

/** Milliseconds after which a module is loaded in advance, so that it does not delay the first screen and its photos. */
const AHEAD_MS = 2000;

/** A module that only a later action needs and that is loaded on demand. */
interface Part<M> {
  readonly loaded: Store<M | null>;
  /** Starts loading. With `isWanted` a failure reloads the page, once. */
  readonly ask: (isWanted: boolean) => void;
}

/** Declares a module to be loaded on demand, together with the named locale files. */
export function createPart<M>(load: () => Promise<M>, ...texts: readonly string[]): Part<M> {
  const loaded = createStore<M | null>(null);
  let loading: Promise<void> | null = null;
  const ask = (isWanted: boolean) => {
    loading ??= Promise.all([load(), texts.length > 0 && loadTexts(texts)]).then(([module]) => loaded.set(module));
    loading.catch((error: unknown) => {
      loading = null;
      // A release may have removed the file. What the member pressed must work, so the page is reloaded.
      if (isWanted && !reloadOnce()) console.warn(error);
    });
  };
  return { loaded, ask };
}

/** The module once it is loaded, else null. It is loaded 2 seconds after mounting, or at once when `isWanted`. */
export function usePart<M>({ loaded, ask }: Part<M>, isWanted: boolean): M | null {
  useEffect(() => {
    if (isWanted) return ask(true);
    const timer = setTimeout(() => ask(false), AHEAD_MS);
    return () => clearTimeout(timer);
  }, [ask, isWanted]);
  return useStore(loaded);
}

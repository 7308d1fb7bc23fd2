import { useEffect } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import { reloadOnce } from '../platform/reload-once.ts';
import { createStore, type Store, useStore } from '../platform/store.ts';

/** Milliseconds after which a module is loaded in advance, so that it does not delay the first screen and its photos. */
const PRELOAD_AFTER_MS = 2000;

/** A module that is not part of the first load: one for a later action, or a part of the screen that may come a moment later. */
interface LazyModule<M> {
  readonly loaded: Store<M | null>;
  /** Starts loading for a later use. After a failure the next call tries again. */
  readonly preload: () => void;
  /** Starts loading for a use now, so that a failure reloads the page, once. */
  readonly loadNow: () => void;
}

/** Declares a module to be loaded on demand, together with the named locale files. */
export function createLazyModule<M>(load: () => Promise<M>, ...texts: readonly string[]): LazyModule<M> {
  const loaded = createStore<M | null>(null);
  let loading: Promise<void> | null = null;
  const startLoading = (isWanted: boolean) => {
    loading ??= Promise.all([load(), texts.length > 0 && loadTexts(texts)]).then(([module]) => loaded.set(module));
    loading.catch((error: unknown) => {
      loading = null;
      // A release may have removed the file. What is wanted now must work, so the page is reloaded.
      if (isWanted && !reloadOnce()) console.warn(error);
    });
  };
  return { loaded, preload: () => startLoading(false), loadNow: () => startLoading(true) };
}

/** The module once it is loaded, else null. It is loaded 2 seconds after mounting, or at once when `isWanted`. */
export function useLazyModule<M>({ loaded, preload, loadNow }: LazyModule<M>, isWanted: boolean): M | null {
  useEffect(() => {
    if (isWanted) return loadNow();
    const timer = setTimeout(preload, PRELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [preload, loadNow, isWanted]);
  return useStore(loaded);
}

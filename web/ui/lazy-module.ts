import { useEffect } from 'react';
import { loadTexts } from '../i18n/i18n.ts';
import { reloadOnce } from '../platform/reload-guard.ts';
import { createStore, type Store, useStore } from '../platform/store.ts';

/** Long enough for the first screen and its photos to have had the line for themselves. */
const AHEAD_MS = 2000;

/** A part of a screen that only a later gesture needs: its code is not in the first load. */
interface Part<M> {
  readonly loaded: Store<M | null>;
  readonly ask: (isWanted: boolean) => void;
}

/** With names of files of texts the part comes when those are here, too. */
export function createPart<M>(load: () => Promise<M>, ...texts: readonly string[]): Part<M> {
  const loaded = createStore<M | null>(null);
  let asking: Promise<void> | null = null;
  const ask = (isWanted: boolean) => {
    asking ??= Promise.all([load(), texts.length > 0 && loadTexts(texts)]).then(([module]) => loaded.set(module));
    asking.catch((error: unknown) => {
      asking = null;
      // Gone since a deploy: what was pressed for must not stay dead.
      if (isWanted && !reloadOnce()) console.warn(error);
    });
  };
  return { loaded, ask };
}

/** The part once it is here: fetched when the page has come to rest, or at once when it is wanted. */
export function usePart<M>({ loaded, ask }: Part<M>, isWanted: boolean): M | null {
  useEffect(() => {
    if (isWanted) return ask(true);
    const timer = setTimeout(() => ask(false), AHEAD_MS);
    return () => clearTimeout(timer);
  }, [ask, isWanted]);
  return useStore(loaded);
}

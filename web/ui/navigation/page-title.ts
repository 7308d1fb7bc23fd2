import { useEffect } from 'react';
import { createStore, useStore } from '../../platform/store.ts';

const titleStore = createStore<string | null>(null);

/** Replaces the page's title while the component is mounted. An empty name changes nothing. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    if (!name) return undefined;
    titleStore.set(name);
    return () => titleStore.set(null);
  }, [name]);
}

/** The title that a screen has set; null if there is none. */
export const useScreenTitle = (): string | null => useStore(titleStore);

import { useEffect } from 'react';
import { createStore, useStore } from '../../platform/store.ts';

const named = createStore<string | null>(null);

/** Replaces the page's title while the component is mounted. An empty name changes nothing. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    if (!name) return undefined;
    named.set(name);
    return () => named.set(null);
  }, [name]);
}

/** The title that a screen has set; null if there is none. */
export const useNamedTitle = (): string | null => useStore(named);

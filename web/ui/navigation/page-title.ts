import { useEffect } from 'react';
import { createStore, useStore } from '../../platform/store.ts';

const named = createStore<string | null>(null);

/** What a screen calls itself while it stands there, in place of its page's own title; without a name it leaves that be. */
export function usePageTitle(name: string): void {
  useEffect(() => {
    if (!name) return undefined;
    named.set(name);
    return () => named.set(null);
  }, [name]);
}

export const useNamedTitle = (): string | null => useStore(named);

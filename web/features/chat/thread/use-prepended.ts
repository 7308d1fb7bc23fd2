import { useLayoutEffect, useRef } from 'react';
import type { ThreadItem } from './thread-items.ts';

/** Whether older messages were added at the top since the last render. */
export function useHasPrepended(items: readonly ThreadItem[]): boolean {
  const previousOldest = useRef<string | undefined>(undefined);
  const oldest = items[0]?.key;
  useLayoutEffect(() => {
    previousOldest.current = oldest;
  }, [oldest]);
  return previousOldest.current !== undefined && previousOldest.current !== oldest;
}

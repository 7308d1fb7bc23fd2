import { useLayoutEffect, useRef } from 'react';
import type { ThreadItem } from './thread-items.ts';

/** Whether older messages have come in above since what is on the screen. */
export function useGrowth(items: readonly ThreadItem[]): boolean {
  const shown = useRef<string | undefined>(undefined);
  const oldest = items[0]?.key;
  useLayoutEffect(() => {
    shown.current = oldest;
  }, [oldest]);
  return shown.current !== undefined && shown.current !== oldest;
}

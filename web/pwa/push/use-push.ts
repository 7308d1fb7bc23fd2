import { useEffect, useState } from 'react';
import { useStore } from '../../platform/store.ts';
import { type Push, push, readPush } from './push.ts';

/** How push stands in this browser; null for the moment it takes to ask, for which nobody waits longer than `patience` milliseconds. */
export function usePush(patience?: number): Push | null {
  const now = useStore(push);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const timer = patience === undefined ? 0 : setTimeout(setRead, patience, true);
    void readPush().then(() => setRead(true));
    return () => clearTimeout(timer);
  }, [patience]);
  return isRead ? now : null;
}

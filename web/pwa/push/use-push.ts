import { useEffect, useState } from 'react';
import { useStore } from '../../platform/store.ts';
import { type PushStatus, push, readPush } from './push.ts';

/** The state of push in this browser; null while it is being read, for at most `timeoutMs` milliseconds. */
export function usePush(timeoutMs?: number): PushStatus | null {
  const current = useStore(push);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const timer = timeoutMs === undefined ? 0 : setTimeout(setRead, timeoutMs, true);
    void readPush().then(() => setRead(true));
    return () => clearTimeout(timer);
  }, [timeoutMs]);
  return isRead ? current : null;
}

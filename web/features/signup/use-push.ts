import { useEffect, useState } from 'react';
import { push, readPush, turnPushOn } from '../../pwa/push.ts';
import { useSettings } from '../../session/settings.ts';
import { useStore } from '../../session/store.ts';
import type { Push } from './steps.ts';

/** Nobody waits longer for a service worker that is late; push then counts as not answered yet. */
const ASKING_MS = 1500;

/** What this browser says about push; null for the moment it takes to ask. A failed offer is only left open (specification 8). */
export function usePush() {
  const { push_pub: key } = useSettings();
  const { isCapable, state } = useStore(push);
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setRead, ASKING_MS, true);
    void readPush().then(() => setRead(true));
    return () => clearTimeout(timer);
  }, []);
  const known: Push | null = isRead ? { isCapable, isOffered: key !== '', state } : null;
  const accept = async () => {
    await turnPushOn().catch((error: unknown) => console.warn(error));
  };
  return { push: known, accept };
}

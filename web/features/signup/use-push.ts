import { useEffect, useState } from 'react';
import { useSettings } from '../../session/settings.ts';
import { acceptPush, browserPush, readPush } from './push-offer.ts';
import type { Push } from './steps.ts';

/** What this browser says about push; null for the moment it takes to ask. */
export function usePush() {
  const { push_pub: key } = useSettings();
  const [port] = useState(() => browserPush(key));
  const [push, setPush] = useState<Push | null>(null);
  useEffect(() => {
    void readPush(port, key).then(setPush);
  }, [port, key]);
  const accept = async () => {
    const state = await acceptPush(port);
    setPush((known) => known && { ...known, state });
  };
  return { push, accept };
}

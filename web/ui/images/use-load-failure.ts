import { useEffect, useState } from 'react';

/** Whether a picture could not be had; another try is made when the network is back. */
export function useAway(address: string): { isAway: boolean; note: () => void } {
  const [awayAt, setAwayAt] = useState<string | null>(null);
  const isAway = awayAt === address;
  useEffect(() => {
    if (!isAway) return undefined;
    const again = () => setAwayAt(null);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [isAway]);
  return { isAway, note: () => setAwayAt(address) };
}

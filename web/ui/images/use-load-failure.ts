import { useEffect, useState } from 'react';

/** Whether loading an image has failed (`note` records it). When the network is back, it is tried again. */
export function useLoadFailure(address: string): { hasFailed: boolean; onError: () => void } {
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  const isAway = failedAddress === address;
  useEffect(() => {
    if (!isAway) return undefined;
    const retry = () => setFailedAddress(null);
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isAway]);
  return { hasFailed: isAway, onError: () => setFailedAddress(address) };
}

import { useQueryClient } from '@tanstack/react-query';
import { setHidesNudity, useHidesNudity } from './nudity-setting.ts';

/** Whether nude photos stay blurred, and its setter. Earlier answers lack the files of such photos, so showing them reloads searches. */
export function useNudityChoice(): readonly [hides: boolean, choose: (hides: boolean) => void] {
  const client = useQueryClient();
  const choose = (hides: boolean) => {
    setHidesNudity(hides);
    if (!hides) void client.invalidateQueries({ predicate: ({ queryKey: [kind, , subkey] }) => kind === 'search' || subkey === 'similar' });
  };
  return [useHidesNudity(), choose];
}

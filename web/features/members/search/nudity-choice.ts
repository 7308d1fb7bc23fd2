import { useQueryClient } from '@tanstack/react-query';
import { setHidesNudity, useHidesNudity } from '../../../session/nudity-setting.ts';

/** Whether photos that show nudity stay blurred, and the way to choose. Searches answered while they did have no files of such photos: they are asked again. */
export function useNudityChoice(): readonly [hides: boolean, choose: (hides: boolean) => void] {
  const client = useQueryClient();
  const choose = (hides: boolean) => {
    setHidesNudity(hides);
    if (!hides) void client.invalidateQueries({ predicate: ({ queryKey: [kind, , part] }) => kind === 'search' || part === 'similar' });
  };
  return [useHidesNudity(), choose];
}

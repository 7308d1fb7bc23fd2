import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession, listSessions } from '#contract/devices';
import { CallError, call } from '../../../api/call.ts';
import { useAction } from '../../../api/use-action.ts';

export const SIGNED_IN_DEVICES_KEY = ['own-devices'] as const;

/** The devices on which the member is signed in; read from the server while `isWanted`. */
export function useSignedInDevices(isWanted: boolean) {
  const client = useQueryClient();
  const { run, isBusy, failure } = useAction();
  const query = useQuery({
    queryKey: SIGNED_IN_DEVICES_KEY,
    queryFn: async ({ signal }) => (await call(listSessions, {}, { signal })).sessions,
    enabled: isWanted,
    staleTime: 0,
  });
  /** Ends a session. Returns true also if it had already ended, false on an error. */
  const endSessionOn = (id: string) =>
    run(async () => {
      await call(endSession, { id }).catch((error: unknown) => {
        if (!(error instanceof CallError) || error.code !== 'not_found') throw error;
      });
      await client.invalidateQueries({ queryKey: SIGNED_IN_DEVICES_KEY });
    });
  return { ...query, end: endSessionOn, isEnding: isBusy, failure };
}

export type SignedInDevice = NonNullable<ReturnType<typeof useSignedInDevices>['data']>[number];

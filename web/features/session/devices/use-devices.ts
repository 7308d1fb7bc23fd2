import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endSession, listSessions } from '#contract/session';
import { CallError, call } from '../../../api/call.ts';
import { useAct } from '../../../api/use-action.ts';

export const DEVICES_KEY = ['own-devices'] as const;

/** The devices on which the member is signed in; read from the server while `isWanted`. */
export function useDevices(isWanted: boolean) {
  const client = useQueryClient();
  const { run, isBusy, failure } = useAct();
  const query = useQuery({
    queryKey: DEVICES_KEY,
    queryFn: async ({ signal }) => (await call(listSessions, {}, { signal })).sessions,
    enabled: isWanted,
    staleTime: 0,
  });
  /** Ends a session. Returns true also if it had already ended, false on an error. */
  const end = (id: string) =>
    run(async () => {
      await call(endSession, { id }).catch((error: unknown) => {
        if (!(error instanceof CallError) || error.code !== 'not_found') throw error;
      });
      await client.invalidateQueries({ queryKey: DEVICES_KEY });
    });
  return { ...query, end, isEnding: isBusy, failure };
}

export type Device = NonNullable<ReturnType<typeof useDevices>['data']>[number];

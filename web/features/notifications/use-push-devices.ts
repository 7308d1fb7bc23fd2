import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#contract/endpoint';
import { deletePushDevice, listPushDevices, testPush } from '#contract/notifications';
import { CallError, call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useAction } from '../../api/use-action.ts';
import { turnPushOff } from '../../pwa/push/push.ts';

const isNotFound = (error: unknown) => error instanceof CallError && error.code === 'not_found';
const invalidatePushDevices = () => queryClient.invalidateQueries({ queryKey: queryKeys.pushDevices });

/** The devices that take pushes, and the actions on them, of which one runs at a time. */
export function usePushDevices() {
  const { run, failure } = useAction();
  const query = useQuery({
    queryKey: queryKeys.pushDevices,
    queryFn: async ({ signal }) => (await call(listPushDevices, {}, { signal })).devices,
    staleTime: 0,
  });
  /** Sends a test push and resolves to its outcome; null if the call failed. A device that is no longer registered leaves the list. */
  const test = async (id: string): Promise<'sent' | 'gone' | 'failed' | null> => {
    let outcome: 'sent' | 'gone' | 'failed' | null = null;
    await run(async () => {
      outcome = await call(testPush, { id, test: true }).then(
        (answer) => answer.outcome,
        (error: unknown) => {
          if (isNotFound(error)) return 'gone' as const;
          throw error;
        },
      );
      if (outcome === 'gone') await invalidatePushDevices();
    });
    return outcome;
  };
  /** Removes a device; this one also unsubscribes in the browser. A device that is no longer registered counts as removed. */
  const remove = ({ id, is_current: isCurrent }: PushDevice) =>
    run(async () => {
      if (isCurrent) await turnPushOff();
      await call(deletePushDevice, { id }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
      await invalidatePushDevices();
    });
  return { query, test, remove, failure };
}

export type PushDevice = OutputOf<typeof listPushDevices>['devices'][number];

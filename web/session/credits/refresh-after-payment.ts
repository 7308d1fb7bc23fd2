import { stopRenewal } from '#contract/credits';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { refreshUser } from '../user.ts';

/** Reloads balance, premium, prices and ledger, after a purchase, a withdrawal or the end of a renewal. */
export async function refreshAfterPayment(): Promise<void> {
  await Promise.all([
    refreshUser(),
    queryClient.invalidateQueries({ queryKey: queryKeys.shop }),
    queryClient.invalidateQueries({ queryKey: queryKeys.ledger }),
  ]);
}

/** Stops the renewal of premium, which then ends with the paid span. Throws CallError if the server refuses. */
export async function endRenewal(): Promise<void> {
  await call(stopRenewal, {});
  await refreshAfterPayment().catch(() => undefined);
}

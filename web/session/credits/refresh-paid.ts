import { stopRenewal } from '#contract/credits';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { refreshUser } from '../user.ts';

/** What was bought, given back or stopped changes what the page knows of balance, premium and prices. */
export async function refreshPaid(): Promise<void> {
  await Promise.all([
    refreshUser(),
    queryClient.invalidateQueries({ queryKey: keys.shop }),
    queryClient.invalidateQueries({ queryKey: keys.ledger }),
  ]);
}

/** Premium ends with what is paid for; throws what the server refused. */
export async function endRenewal(): Promise<void> {
  await call(stopRenewal, {});
  await refreshPaid().catch(() => undefined);
}

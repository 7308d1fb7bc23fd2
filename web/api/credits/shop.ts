import { queryOptions } from '@tanstack/react-query';
import { getShop, stopRenewal } from '#contract/credits';
import { refreshUser } from '../../session/user.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { keys } from '../query-keys.ts';

/** What is sold where this member pays, or this visitor is; asked again whenever a screen needs it, as prices and discounts end. */
export const shopQuery = queryOptions({ queryKey: keys.shop, queryFn: ({ signal }) => call(getShop, {}, { signal }), staleTime: 0 });

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

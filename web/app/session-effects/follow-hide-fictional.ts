import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { currentUser } from '../../session/user.ts';

/**
 * Refetches searches and profiles when the member's setting `hide_fictional` changes, here or on another device. Returns the function that
 * ends it.
 */
export function followHideFictional(): () => void {
  let previous = currentUser()?.hide_fictional;
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const current = currentUser()?.hide_fictional;
    if (query.queryKey[0] !== queryKeys.user[0] || current === undefined || current === previous) return;
    previous = current;
    queryClient.removeQueries({ queryKey: queryKeys.searches, type: 'inactive' });
    for (const queryKey of [queryKeys.searches, queryKeys.profiles]) void queryClient.invalidateQueries({ queryKey });
  });
}

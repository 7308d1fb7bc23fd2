import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { currentUser } from '../../session/user.ts';

/** Refetches searches and profiles when the member's setting `hide_fictional` changes, here or on another device. Returns the function that ends it. */
export function followHideFictional(): () => void {
  let before = currentUser()?.hide_fictional;
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const now = currentUser()?.hide_fictional;
    if (query.queryKey[0] !== keys.user[0] || now === undefined || now === before) return;
    before = now;
    queryClient.removeQueries({ queryKey: keys.searches, type: 'inactive' });
    for (const queryKey of [keys.searches, keys.profiles]) void queryClient.invalidateQueries({ queryKey });
  });
}

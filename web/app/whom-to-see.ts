import { keys } from '../session/keys.ts';
import { queryClient } from '../session/query-client.ts';
import { currentUser } from '../session/user.ts';

/** Reads lists of people anew when their member changes, on whichever device, whom they want to see. Gives what ends it. */
export function followWhomToSee(): () => void {
  let before = currentUser()?.hide_fictional;
  return queryClient.getQueryCache().subscribe(({ query }) => {
    const now = currentUser()?.hide_fictional;
    if (query.queryKey[0] !== keys.user[0] || now === undefined || now === before) return;
    before = now;
    queryClient.removeQueries({ queryKey: keys.searches, type: 'inactive' });
    for (const queryKey of [keys.searches, keys.profiles]) void queryClient.invalidateQueries({ queryKey });
  });
}

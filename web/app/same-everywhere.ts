import type { User } from '#contract/account';
import { setBadge } from '../session/cached-chats.ts';
import { keys } from '../session/keys.ts';
import type { OtherTabs } from '../session/other-tabs.ts';
import { queryClient } from '../session/query-client.ts';
import { currentUser, endElsewhere, onSignOut } from '../session/user.ts';

const asText = (badge: User['badge'] | undefined) => JSON.stringify(badge);

/** What one tab reads or hears of counts in all of them at once, with or without a socket. */
export function shareBadge({ say, hear }: OtherTabs): () => void {
  let before = asText(currentUser()?.badge);
  const endHearing = hear((word) => {
    if (word.type !== 'badge') return;
    before = asText(word.badge);
    setBadge(queryClient, word.badge);
  });
  const endFollowing = queryClient.getQueryCache().subscribe(({ query }) => {
    const badge = query.queryKey[0] === keys.user[0] ? currentUser()?.badge : undefined;
    if (!badge || asText(badge) === before) return;
    before = asText(badge);
    say({ type: 'badge', badge });
  });
  return () => {
    endHearing();
    endFollowing();
  };
}

/** A session that ends in one tab is over in all of them. */
export function shareEnding(me: string, { say, hear }: OtherTabs): () => void {
  const endHearing = hear((word) => {
    if (word.type === 'ended') endElsewhere(me, word.reason);
  });
  const endTelling = onSignOut((member, reason) => member === me && say({ type: 'ended', reason }));
  return () => {
    endHearing();
    endTelling();
  };
}

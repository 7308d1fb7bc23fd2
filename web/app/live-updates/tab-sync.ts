import type { User } from '#contract/account';
import { setBadge } from '../../api/chat/cached-chats.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import type { OtherTabs } from '../../platform/tab-channel.ts';
import { currentUser, endElsewhere, onSignOut } from '../../session/user.ts';

const asText = (badge: User['badge'] | undefined) => JSON.stringify(badge);

/**
 * What one tab reads or hears of counts in all of them at once, with or without a socket. What it has from another tab it does not say
 * again: by the time that came back it could be older than what the other knows.
 */
export function shareBadge({ say, hear }: Pick<OtherTabs, 'say' | 'hear'>): () => void {
  let before = asText(currentUser()?.badge);
  let isDue = false;
  const tell = () => {
    isDue = false;
    const badge = currentUser()?.badge;
    if (!badge || asText(badge) === before) return;
    before = asText(badge);
    say({ type: 'badge', badge });
  };
  const endHearing = hear((word) => {
    if (word.type === 'answers' && word.user) before = asText(word.user.data.badge);
    if (word.type !== 'badge') return;
    before = asText(word.badge);
    setBadge(queryClient, word.badge);
  });
  const endFollowing = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== keys.user[0] || isDue) return;
    isDue = true;
    // After everyone has heard the word that changed it.
    queueMicrotask(tell);
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

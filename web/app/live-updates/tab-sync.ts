import type { User } from '#contract/account';
import { setBadge } from '../../api/chat/cached-chats.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import type { OtherTabs } from '../../platform/tab-channel.ts';
import { currentUser, endElsewhere, onSignOut } from '../../session/user.ts';

const asText = (badge: User['badge'] | undefined) => JSON.stringify(badge);

/**
 * Shares the badge count between the tabs of this browser until the returned function is called. A count that came from another tab is not
 * sent on: by the time it came back it could be older than what that tab has.
 */
export function shareBadge({ say, hear }: Pick<OtherTabs, 'say' | 'hear'>): () => void {
  let lastShared = asText(currentUser()?.badge);
  let isScheduled = false;
  const share = () => {
    isScheduled = false;
    const badge = currentUser()?.badge;
    if (!badge || asText(badge) === lastShared) return;
    lastShared = asText(badge);
    say({ type: 'badge', badge });
  };
  const stopListening = hear((word) => {
    if (word.type === 'answers' && word.user) lastShared = asText(word.user.data.badge);
    if (word.type !== 'badge') return;
    lastShared = asText(word.badge);
    setBadge(queryClient, word.badge);
  });
  const stopFollowing = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== keys.user[0] || isScheduled) return;
    isScheduled = true;
    // In a microtask, so that a change that came from another tab has been recorded as shared by then.
    queueMicrotask(share);
  });
  return () => {
    stopListening();
    stopFollowing();
  };
}

/** Ends a session that ended in one tab in all tabs of this browser. */
export function shareEnding(me: string, { say, hear }: OtherTabs): () => void {
  const stopListening = hear((word) => {
    if (word.type === 'ended') endElsewhere(me, word.reason);
  });
  const stopSharing = onSignOut((member, reason) => member === me && say({ type: 'ended', reason }));
  return () => {
    stopListening();
    stopSharing();
  };
}

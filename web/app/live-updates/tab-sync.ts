import type { User } from '#contract/account';
import { setBadge } from '../../api/chat/cached-chats.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { TabChannel } from '../../platform/tab-channel.ts';
import { currentUser, endSessionFromOtherTab, onSignOut } from '../../session/user.ts';

const asText = (badge: User['badge'] | undefined) => JSON.stringify(badge);

/**
 * Shares the badge count between the tabs of this browser until the returned function is called. A count that came from another tab is not
 * sent on: by the time it came back it could be older than what that tab has.
 */
export function shareBadge({ send, listen }: Pick<TabChannel, 'send' | 'listen'>): () => void {
  let lastShared = asText(currentUser()?.badge);
  let isScheduled = false;
  const share = () => {
    isScheduled = false;
    const badge = currentUser()?.badge;
    if (!badge || asText(badge) === lastShared) return;
    lastShared = asText(badge);
    send({ type: 'badge', badge });
  };
  const stopListening = listen((word) => {
    if (word.type === 'answers' && word.user) lastShared = asText(word.user.data.badge);
    if (word.type !== 'badge') return;
    lastShared = asText(word.badge);
    setBadge(queryClient, word.badge);
  });
  const stopFollowing = queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== queryKeys.user[0] || isScheduled) return;
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
export function shareSessionEnd(me: string, { send, listen }: TabChannel): () => void {
  const stopListening = listen((word) => {
    if (word.type === 'ended') endSessionFromOtherTab(me, word.reason);
  });
  const stopSharing = onSignOut((member, reason) => member === me && send({ type: 'ended', reason }));
  return () => {
    stopListening();
    stopSharing();
  };
}

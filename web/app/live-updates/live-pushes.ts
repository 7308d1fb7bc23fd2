import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account';
import { chatsQuery } from '../../api/chat/chats-query.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { badgeCount, showAppBadge } from '../../platform/app-badge.ts';
import { closeSeenNotifications } from '../../pwa/push/close-seen-notifications.ts';
import { followPush, push, syncPush } from '../../pwa/push/push.ts';
import { socketState } from '../../realtime/member-events.ts';
import { currentUser } from '../../session/user.ts';

/**
 * Follows push in this browser until the returned function is called: synchronizes its subscription with the site, and refetches what a
 * push reports while no socket is open.
 */
export function followPushes(queryClient: QueryClient): () => void {
  let lastHandled = push.get().lastMessage;
  const onPushChange = () => {
    const { lastMessage } = push.get();
    if (lastMessage === lastHandled) return;
    lastHandled = lastMessage;
    if (!lastMessage) return;
    const outdated = socketState() === 'open' ? [] : [queryKeys.user, queryKeys.chats, queryKeys.likes, queryKeys.notifications];
    // The service worker set the app badge from the push, which may be older than what this page has loaded.
    void Promise.all(outdated.map((queryKey) => queryClient.invalidateQueries({ queryKey }))).then(() =>
      showAppBadge(badgeCount(currentUser())),
    );
  };
  const cleanups = [followPush(), push.subscribe(onPushChange), closeSeenOnUpdate(queryClient)];
  void syncPush();
  return () => {
    for (const cleanup of cleanups) cleanup();
  };
}

/** Closes notifications whose chats or likes have been seen, here or on another device, whenever user or chats were loaded. */
function closeSeenOnUpdate(queryClient: QueryClient): () => void {
  const FOLLOWED: readonly unknown[] = [queryKeys.user[0], queryKeys.chats[0]];
  return queryClient.getQueryCache().subscribe((event) => {
    const user = queryClient.getQueryData<User | null>(queryKeys.user);
    const isFreshAnswer = event.type === 'updated' && event.action.type === 'success' && FOLLOWED.includes(event.query.queryKey[0]);
    if (!isFreshAnswer || !user) return;
    const chats = queryClient.getQueryData(chatsQuery.queryKey)?.chats ?? [];
    const readChats = chats.filter((chat) => chat.num_unread_messages === 0).map(({ conversation }) => conversation.id);
    const loadedAt = Math.min(...FOLLOWED.map((key) => queryClient.getQueryState([key])?.dataUpdatedAt ?? 0));
    closeSeenNotifications({ readChats, newLikes: user.badge.new_likes, at: loadedAt }).catch((error: unknown) => console.warn(error));
  });
}

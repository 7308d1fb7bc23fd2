import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account';
import { chatsQuery } from '../../api/queries.ts';
import { keys } from '../../api/query-keys.ts';
import { badgeCount, showAppBadge } from '../../platform/app-badge.ts';
import { closeSeen } from '../../pwa/push/close-seen-notifications.ts';
import { followPush, push, syncPush } from '../../pwa/push/push.ts';
import { socketState } from '../../realtime/member-events.ts';
import { currentUser } from '../../session/user.ts';

/** Keeps the subscription of this browser the one the site knows; where no socket brings what a push tells of, it is asked for. */
export function followPushes(queryClient: QueryClient): () => void {
  let last = push.get().lastMessage;
  const hear = () => {
    const { lastMessage } = push.get();
    if (lastMessage === last) return;
    last = lastMessage;
    if (!lastMessage) return;
    const asked = socketState() === 'open' ? [] : [keys.user, keys.chats, keys.likes, keys.notices];
    // The service worker has put the number of the push on the icon, which is older than what this page may have read since.
    void Promise.all(asked.map((queryKey) => queryClient.invalidateQueries({ queryKey }))).then(() =>
      showAppBadge(badgeCount(currentUser())),
    );
  };
  const ends = [followPush(), push.subscribe(hear), followSeen(queryClient)];
  void syncPush();
  return () => {
    for (const end of ends) end();
  };
}

/** What was read or opened, here or elsewhere, needs no notification any longer. */
function followSeen(queryClient: QueryClient): () => void {
  const FOLLOWED: readonly unknown[] = [keys.user[0], keys.chats[0]];
  return queryClient.getQueryCache().subscribe((event) => {
    const user = queryClient.getQueryData<User | null>(keys.user);
    const isNews = event.type === 'updated' && event.action.type === 'success' && FOLLOWED.includes(event.query.queryKey[0]);
    if (!isNews || !user) return;
    const chats = queryClient.getQueryData(chatsQuery.queryKey)?.chats ?? [];
    const readChats = chats.filter((chat) => chat.num_unread_messages === 0).map(({ conversation }) => conversation.id);
    const at = Math.min(...FOLLOWED.map((key) => queryClient.getQueryState([key])?.dataUpdatedAt ?? 0));
    closeSeen({ readChats, newLikes: user.badge.new_likes, at }).catch((error: unknown) => console.warn(error));
  });
}

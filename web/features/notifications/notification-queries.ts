import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { InputOf } from '#contract/endpoint';
import { listNotifications, type NotificationsAnswer, updateNotifications } from '#contract/notifications';
import { call } from '../../api/call.ts';
import { setBadge } from '../../api/chat/cached-chats.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { raceSafeCall } from '../../api/race-safe-query.ts';
import { useAction } from '../../api/use-action.ts';
import { socketState } from '../../realtime/member-events.ts';
import { useUser } from '../../session/user.ts';
import { dedupeById, markReadUntil } from './notification-items.ts';

const PAGE_SIZE = 20;

type CachedPages = InfiniteData<NotificationsAnswer, string>;

const updateCachedPages = (change: (page: NotificationsAnswer) => NotificationsAnswer) =>
  queryClient.setQueryData<CachedPages>(queryKeys.notifications, (cached) => cached && { ...cached, pages: cached.pages.map(change) });

const invalidateNotifications = () => void queryClient.invalidateQueries({ queryKey: queryKeys.notifications });

/** Reloads the notifications when a polled number changes while the socket is not open, as no event then reports it. */
function useRefetchOnPolledChange(): void {
  const user = useUser();
  const polledNumbers = user && `${user.badge.unread_messages} ${user.badge.new_likes} ${user.credits}`;
  const previous = useRef(polledNumbers);
  useEffect(() => {
    if (previous.current === polledNumbers) return;
    previous.current = polledNumbers;
    if (socketState() !== 'open') invalidateNotifications();
  }, [polledNumbers]);
}

export const notificationsQuery = infiniteQueryOptions({
  queryKey: queryKeys.notifications,
  queryFn: ({ pageParam, ...context }) =>
    raceSafeCall(listNotifications, { limit: PAGE_SIZE, ...(pageParam && { before: pageParam }) }, context),
  initialPageParam: '',
  getNextPageParam: (last) => last.next ?? undefined,
  staleTime: 0,
});

/** The loaded notifications, newest first, the number of unread ones in the whole list, and the preferences. */
export function useNotifications() {
  useRefetchOnPolledChange();
  const pages = useInfiniteQuery(notificationsQuery);
  const [first] = pages.data?.pages ?? [];
  return {
    ...pages,
    notifications: dedupeById(pages.data?.pages.flatMap(({ items }) => items) ?? []),
    unreadCount: first?.unread ?? 0,
    /** The notification preferences; null until they are loaded. */
    settings: first?.settings ?? null,
  };
}

/**
 * Tells the server how far the list was looked at while it is on screen, so that the number on its tab goes. `newest` is the time of the
 * newest listed entry. A failed call is repeated once the server reports another number.
 */
export function useMarkSeen(newest: string | undefined): void {
  const unseen = useUser()?.badge.unseen_notifications ?? 0;
  const markedTo = useRef<string | undefined>(undefined);
  useEffect(() => {
    const markSeen = () => {
      if (unseen === 0 || newest === undefined || newest === markedTo.current || document.visibilityState === 'hidden') return;
      markedTo.current = newest;
      setBadge(queryClient, { unseen_notifications: 0 });
      call(updateNotifications, { seen_to: newest }).catch((error: unknown) => {
        console.warn(error);
        markedTo.current = undefined;
      });
    };
    markSeen();
    document.addEventListener('visibilitychange', markSeen);
    return () => document.removeEventListener('visibilitychange', markSeen);
  }, [unseen, newest]);
}

export type NotificationsResult = ReturnType<typeof useNotifications>;

/** Marks all notifications until the time `newest` as read: at once on this page, taken back if the server refuses. */
export function useMarkAllRead(newest: string | undefined) {
  const { run, isBusy, failure } = useAction();
  const [isDone, setDone] = useState(false);
  const markAllRead = async () => {
    setDone(false);
    const hasSucceeded = await run(async () => {
      if (newest === undefined) return;
      let isStale = queryClient.isFetching({ queryKey: queryKeys.notifications }) > 0;
      await queryClient.cancelQueries({ queryKey: queryKeys.notifications });
      const before = queryClient.getQueryData<CachedPages>(queryKeys.notifications);
      const showRead = (unread: number) => updateCachedPages((page) => ({ ...markReadUntil(page, newest), unread }));
      showRead(0);
      try {
        const { unread } = await call(updateNotifications, { read_to: newest });
        showRead(unread);
      } catch (error) {
        queryClient.setQueryData(queryKeys.notifications, before);
        isStale = true;
        throw error;
      } finally {
        // Loads what the canceled request would have brought and what has come since.
        if (isStale) invalidateNotifications();
      }
    });
    setDone(hasSucceeded);
  };
  return { readAll: markAllRead, hasMarkedAll: isDone && !isBusy, failure };
}

/** Saves the given preferences and shows the answer. Throws as `call` does. */
export async function saveNotificationSettings(changes: NonNullable<InputOf<typeof updateNotifications>['settings']>): Promise<void> {
  const { settings } = await call(updateNotifications, { settings: changes });
  updateCachedPages((page) => ({ ...page, settings }));
}

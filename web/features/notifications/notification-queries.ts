import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { InputOf } from '#contract/endpoint';
import { changeNotices, listNotices, type NoticesAnswer } from '#contract/notifications';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { keys } from '../../api/query-keys.ts';
import { askNewest } from '../../api/race-safe-query.ts';
import { useAct } from '../../api/use-action.ts';
import { socketState } from '../../realtime/member-events.ts';
import { useUser } from '../../session/user.ts';
import { onlyOnce, readUntil } from './notification-items.ts';

const PAGE = 20;

type Pages = InfiniteData<NoticesAnswer, string>;

const changePages = (change: (page: NoticesAnswer) => NoticesAnswer) =>
  queryClient.setQueryData<Pages>(keys.notices, (cached) => cached && { ...cached, pages: cached.pages.map(change) });

const askAgain = () => void queryClient.invalidateQueries({ queryKey: keys.notices });

/** Reloads the notifications when a polled number changes while the socket is not open, as no event then reports it. */
function useNewsByPoll(): void {
  const user = useUser();
  const polledNumbers = user && `${user.badge.unread_messages} ${user.badge.new_likes} ${user.credits}`;
  const previous = useRef(polledNumbers);
  useEffect(() => {
    if (previous.current === polledNumbers) return;
    previous.current = polledNumbers;
    if (socketState() !== 'open') askAgain();
  }, [polledNumbers]);
}

export const noticesQuery = infiniteQueryOptions({
  queryKey: keys.notices,
  queryFn: ({ pageParam, ...context }) => askNewest(listNotices, { limit: PAGE, ...(pageParam && { before: pageParam }) }, context),
  initialPageParam: '',
  getNextPageParam: (last) => last.next ?? undefined,
  staleTime: 0,
});

/** The loaded notifications, newest first, the number of unread ones in the whole list, and the preferences. */
export function useNotices() {
  useNewsByPoll();
  const pages = useInfiniteQuery(noticesQuery);
  const [first] = pages.data?.pages ?? [];
  return {
    ...pages,
    notices: onlyOnce(pages.data?.pages.flatMap(({ items }) => items) ?? []),
    unread: first?.unread ?? 0,
    /** The notification preferences; null until they are loaded. */
    settings: first?.settings ?? null,
  };
}

export type Notices = ReturnType<typeof useNotices>;

/** Marks all notifications until the time `newest` as read: at once on this page, taken back if the server refuses. */
export function useReadAll(newest: string | undefined) {
  const { run, isBusy, failure } = useAct();
  const [isDone, setDone] = useState(false);
  const readAll = async () => {
    setDone(false);
    const hasSucceeded = await run(async () => {
      if (newest === undefined) return;
      let isStale = queryClient.isFetching({ queryKey: keys.notices }) > 0;
      await queryClient.cancelQueries({ queryKey: keys.notices });
      const before = queryClient.getQueryData<Pages>(keys.notices);
      const showRead = (unread: number) => changePages((page) => ({ ...readUntil(page, newest), unread }));
      showRead(0);
      try {
        const { unread } = await call(changeNotices, { read_to: newest });
        showRead(unread);
      } catch (error) {
        queryClient.setQueryData(keys.notices, before);
        isStale = true;
        throw error;
      } finally {
        // Loads what the canceled request would have brought and what has come since.
        if (isStale) askAgain();
      }
    });
    setDone(hasSucceeded);
  };
  return { readAll, isRead: isDone && !isBusy, failure };
}

/** Saves the given preferences and shows the answer. Throws as `call` does. */
export async function saveSettings(changes: NonNullable<InputOf<typeof changeNotices>['settings']>): Promise<void> {
  const { settings } = await call(changeNotices, { settings: changes });
  changePages((page) => ({ ...page, settings }));
}

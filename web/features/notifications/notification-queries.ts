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
  queryClient.setQueryData<Pages>(keys.notices, (known) => known && { ...known, pages: known.pages.map(change) });

const askAgain = () => void queryClient.invalidateQueries({ queryKey: keys.notices });

/** While no socket tells what happens, the numbers that are polled do. */
function useNewsByPoll(): void {
  const user = useUser();
  const numbers = user && `${user.badge.unread_messages} ${user.badge.new_likes} ${user.credits}`;
  const known = useRef(numbers);
  useEffect(() => {
    if (known.current === numbers) return;
    known.current = numbers;
    if (socketState() !== 'open') askAgain();
  }, [numbers]);
}

export const noticesQuery = infiniteQueryOptions({
  queryKey: keys.notices,
  queryFn: ({ pageParam, ...context }) => askNewest(listNotices, { limit: PAGE, ...(pageParam && { before: pageParam }) }, context),
  initialPageParam: '',
  getNextPageParam: (last) => last.next ?? undefined,
  staleTime: 0,
});

/** What happened, newest first, as far back as was asked for, and how much of it is unread. */
export function useNotices() {
  useNewsByPoll();
  const pages = useInfiniteQuery(noticesQuery);
  const [first] = pages.data?.pages ?? [];
  return {
    ...pages,
    notices: onlyOnce(pages.data?.pages.flatMap(({ items }) => items) ?? []),
    unread: first?.unread ?? 0,
    /** What reaches the member; null until the server has said. */
    settings: first?.settings ?? null,
  };
}

export type Notices = ReturnType<typeof useNotices>;

/** Reads all that is listed: at once on this page, put back where the server refuses. */
export function useReadAll(newest: string | undefined) {
  const { run, isBusy, failure } = useAct();
  const [isDone, setDone] = useState(false);
  const readAll = async () => {
    setDone(false);
    const done = await run(async () => {
      if (newest === undefined) return;
      let isBehind = queryClient.isFetching({ queryKey: keys.notices }) > 0;
      await queryClient.cancelQueries({ queryKey: keys.notices });
      const before = queryClient.getQueryData<Pages>(keys.notices);
      const showRead = (unread: number) => changePages((page) => ({ ...readUntil(page, newest), unread }));
      showRead(0);
      try {
        const { unread } = await call(changeNotices, { read_to: newest });
        showRead(unread);
      } catch (error) {
        queryClient.setQueryData(keys.notices, before);
        isBehind = true;
        throw error;
      } finally {
        // What was on its way, and what has come since.
        if (isBehind) askAgain();
      }
    });
    setDone(done);
  };
  return { readAll, isRead: isDone && !isBusy, failure };
}

/** Changes what is named. */
export async function saveSettings(changes: NonNullable<InputOf<typeof changeNotices>['settings']>): Promise<void> {
  const { settings } = await call(changeNotices, { settings: changes });
  changePages((page) => ({ ...page, settings }));
}

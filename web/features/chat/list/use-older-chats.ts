import { CancelledError, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ChatListItem, listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { call } from '../../../api/call.ts';
import { chatsQuery } from '../../../api/chat/chats-query.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { followFrames } from '../../../realtime/member-events.ts';
import { showToast } from '../../../ui/toasts/toast-list.ts';
import { type OlderChatsPage, removeOlderChat } from '../engine/chat-cache.ts';

const NO_CHATS: readonly ChatListItem[] = [];
const EMPTY_PAGE: OlderChatsPage = { before: null, chats: [], total: 0, next: null };

/**
 * The pages of the conversation list behind the first one, loaded by `fetchNextPage` and `refetch` only. A reload begins where the first page
 * ends at that time. The calls take no abort signal, so that a load goes on while the list is not on screen.
 */
const olderChatsQuery = {
  queryKey: queryKeys.olderChats,
  queryFn: async ({ client, pageParam }: { client: QueryClient; pageParam: string }): Promise<OlderChatsPage> => {
    const before = pageParam || (client.getQueryData(chatsQuery.queryKey)?.next ?? null);
    return before === null ? EMPTY_PAGE : { before, ...(await call(listChats, { before })) };
  },
  initialPageParam: '',
  getNextPageParam: (last: OlderChatsPage) => last.next,
  enabled: false,
};

/**
 * Calls `reload` for known older pages when the first page ends elsewhere than where they begin, and when others may be listed. After a failed
 * reload the pages stay as they are until the next such change.
 */
function useReloadOfOlderChats(pages: readonly OlderChatsPage[] | undefined, firstPageEnd: string | null | undefined, reload: () => void) {
  const client = useQueryClient();
  const start = pages?.[0]?.before;
  useEffect(() => {
    if (start !== undefined && firstPageEnd !== undefined && start !== firstPageEnd) reload();
  }, [start, firstPageEnd, reload]);
  const isLoaded = pages !== undefined;
  useEffect(
    () =>
      followFrames((frame) => {
        if (frame.type === 'chat.deleted') removeOlderChat(client, frame.conversation);
        if (isLoaded && ['user.changed', 'message.changed', 'resync'].includes(frame.type)) reload();
      }),
    [client, isLoaded, reload],
  );
}

/**
 * The pages behind the first one, which alone is polled. A conversation that has moved to the first page is left out here. `load` calls
 * `onLoaded` when the next page is there, just before it is shown.
 */
export function useOlderChats(first: OutputOf<typeof listChats> | undefined) {
  const sentence = useErrorSentence();
  const [isLoading, setIsLoading] = useState(false);
  const { data, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(olderChatsQuery);
  const pages = data?.pages;
  const firstPageEnd = first?.next;
  useReloadOfOlderChats(pages, firstPageEnd, refetch);

  /** Loads the next page; a reload that is running or begins meanwhile comes before it. Throws as `call` does. */
  const loadNextPage = async () => {
    const knownPages = pages?.length ?? 0;
    for (;;) {
      const loaded = await fetchNextPage({ cancelRefetch: false, throwOnError: true });
      const isNextLoaded = (loaded.data?.pages.length ?? 0) > knownPages;
      if (isNextLoaded || !loaded.hasNextPage) return;
    }
  };
  const load = async (onLoaded: () => void) => {
    setIsLoading(true);
    try {
      await loadNextPage();
      // The query cache notifies the components in a later task.
      onLoaded();
    } catch (error) {
      // A load is canceled when the session ends.
      if (!(error instanceof CancelledError)) showToast({ tone: 'danger', title: sentence(error) });
    }
    setIsLoading(false);
  };

  const inFirstPage = new Set(first?.chats.map((item) => item.conversation.id));
  return {
    chats: pages?.flatMap((page) => page.chats).filter((item) => !inFirstPage.has(item.conversation.id)) ?? NO_CHATS,
    hasMore: pages ? hasNextPage : typeof firstPageEnd === 'string',
    isLoading,
    load: (onLoaded: () => void) => void load(onLoaded),
  };
}

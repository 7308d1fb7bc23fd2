import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ChatListItem, listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { call } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { followFrames } from '../../../realtime/member-events.ts';
import { showToast } from '../../../ui/toasts/toast.tsx';
import { type OlderChats, olderChatsKey, removeOlderChat } from '../engine/chat-cache.ts';

const NO_CHATS: readonly ChatListItem[] = [];
const cachedOlderChats = (client: QueryClient) => client.getQueryData<OlderChats>(olderChatsKey);

/** Loads pages from a cursor of the list on, at least one, until there are `count` conversations or no more. Throws as `call` does. */
async function fetchOlderChats(from: string | null, count: number): Promise<OlderChats> {
  let loaded: OlderChats = { startCursor: from, chats: NO_CHATS, next: from };
  while (loaded.next !== null && (loaded.chats.length < count || loaded.next === from)) {
    const { chats, next } = await call(listChats, { before: loaded.next });
    loaded = { startCursor: from, chats: [...loaded.chats, ...chats], next };
  }
  return loaded;
}

/** Loads the known older pages again, and once more if they were changed meanwhile. Throws as `call` does. */
async function refetchOlderChats(client: QueryClient, from: string | null): Promise<void> {
  const known = cachedOlderChats(client);
  if (!known) return;
  const reloaded = await fetchOlderChats(from, known.chats.length);
  if (cachedOlderChats(client) !== known) return refetchOlderChats(client, from);
  client.setQueryData<OlderChats>(olderChatsKey, reloaded);
}

/** Keeps the older pages up to date: when the first page ends elsewhere, when a conversation is deleted, and when others may be listed. */
function useRefetchOlderChats(first: OutputOf<typeof listChats> | undefined): void {
  const client = useQueryClient();
  const firstPageEnd = first?.next;
  useEffect(() => {
    if (firstPageEnd === undefined) return;
    // After a failure the list stays as it is until the next change.
    const reload = () => void refetchOlderChats(client, firstPageEnd).catch((error: unknown) => console.warn(error));
    const known = cachedOlderChats(client);
    if (known && known.startCursor !== firstPageEnd) reload();
    return followFrames((frame) => {
      if (frame.type === 'chat.deleted') removeOlderChat(client, frame.conversation);
      if (frame.type === 'user.changed' || frame.type === 'resync') reload();
    });
  }, [client, firstPageEnd]);
}

/**
 * The pages behind the first one, which alone is polled. A conversation that has moved to the first page is left out here. `load` calls
 * `onLoaded` when the next page is there, just before it is shown.
 */
export function useOlderChats(first: OutputOf<typeof listChats> | undefined) {
  const client = useQueryClient();
  const sentence = useErrorSentence();
  const [isLoading, setIsLoading] = useState(false);
  const { data: older } = useQuery<OlderChats>({ queryKey: olderChatsKey, queryFn: skipToken });
  useRefetchOlderChats(first);
  const next = older ? older.next : (first?.next ?? null);
  const inFirstPage = new Set(first?.chats.map((item) => item.conversation.id));
  const load = async (onLoaded: () => void) => {
    if (next === null) return;
    setIsLoading(true);
    try {
      const page = await fetchOlderChats(next, 1);
      onLoaded();
      const known = cachedOlderChats(client) ?? { startCursor: next, chats: NO_CHATS };
      client.setQueryData<OlderChats>(olderChatsKey, {
        startCursor: known.startCursor,
        chats: [...known.chats, ...page.chats],
        next: page.next,
      });
    } catch (error) {
      showToast({ tone: 'danger', title: sentence(error) });
    }
    setIsLoading(false);
  };
  return {
    chats: older?.chats.filter((item) => !inFirstPage.has(item.conversation.id)) ?? NO_CHATS,
    hasMore: next !== null,
    isLoading,
    load: (onLoaded: () => void) => void load(onLoaded),
  };
}

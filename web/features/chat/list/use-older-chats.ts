import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ChatListItem, listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { call } from '../../../api/call.ts';
import { useErrorSentence } from '../../../api/error-text.ts';
import { subscribe } from '../../../realtime/member-events.ts';
import { showToast } from '../../../ui/toasts/toast.tsx';
import { type OlderChats, olderChatsKey, removeOlderChat } from '../engine/chat-cache.ts';

const NONE: readonly ChatListItem[] = [];
const knownOlder = (client: QueryClient) => client.getQueryData<OlderChats>(olderChatsKey);

/** Loads pages from a cursor of the list on, at least one, until there are `count` conversations or no more. Throws as `call` does. */
async function chatsBehind(from: string | null, count: number): Promise<OlderChats> {
  let loaded: OlderChats = { from, chats: NONE, next: from };
  while (loaded.next !== null && (loaded.chats.length < count || loaded.next === from)) {
    const { chats, next } = await call(listChats, { before: loaded.next });
    loaded = { from, chats: [...loaded.chats, ...chats], next };
  }
  return loaded;
}

/** Loads the known older pages again, and once more if they were changed meanwhile. Throws as `call` does. */
async function readAgain(client: QueryClient, from: string | null): Promise<void> {
  const known = knownOlder(client);
  if (!known) return;
  const reloaded = await chatsBehind(from, known.chats.length);
  if (knownOlder(client) !== known) return readAgain(client, from);
  client.setQueryData<OlderChats>(olderChatsKey, reloaded);
}

/** Keeps the older pages up to date: when the first page ends elsewhere, when a conversation is deleted, and when others may be listed. */
function useNews(first: OutputOf<typeof listChats> | undefined): void {
  const client = useQueryClient();
  const firstPageEnd = first?.next;
  useEffect(() => {
    if (firstPageEnd === undefined) return;
    // After a failure the list stays as it is until the next change.
    const reload = () => void readAgain(client, firstPageEnd).catch((error: unknown) => console.warn(error));
    const known = knownOlder(client);
    if (known && known.from !== firstPageEnd) reload();
    return subscribe((frame) => {
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
  useNews(first);
  const next = older ? older.next : (first?.next ?? null);
  const inFirstPage = new Set(first?.chats.map((item) => item.conversation.id));
  const load = async (onLoaded: () => void) => {
    if (next === null) return;
    setIsLoading(true);
    try {
      const page = await chatsBehind(next, 1);
      onLoaded();
      const known = knownOlder(client) ?? { from: next, chats: NONE };
      client.setQueryData<OlderChats>(olderChatsKey, {
        from: known.from,
        chats: [...known.chats, ...page.chats],
        next: page.next,
      });
    } catch (error) {
      showToast({ tone: 'danger', title: sentence(error) });
    }
    setIsLoading(false);
  };
  return {
    chats: older?.chats.filter((item) => !inFirstPage.has(item.conversation.id)) ?? NONE,
    hasMore: next !== null,
    isLoading,
    load: (onLoaded: () => void) => void load(onLoaded),
  };
}

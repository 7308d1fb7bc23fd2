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

/** What lies behind a place in the list, until so many chats are there. */
async function chatsBehind(from: string | null, count: number): Promise<OlderChats> {
  let found: OlderChats = { from, chats: NONE, next: from };
  while (found.next !== null && (found.chats.length < count || found.next === from)) {
    const { chats, next } = await call(listChats, { before: found.next });
    found = { from, chats: [...found.chats, ...chats], next };
  }
  return found;
}

/** Reads all that is known behind the first page anew, and again where that has changed meanwhile. */
async function readAgain(client: QueryClient, from: string | null): Promise<void> {
  const known = knownOlder(client);
  if (!known) return;
  const found = await chatsBehind(from, known.chats.length);
  if (knownOlder(client) !== known) return readAgain(client, from);
  client.setQueryData<OlderChats>(olderChatsKey, found);
}

/** Follows what moves in or out behind the first page: that page ends elsewhere, or this member may see others. */
function useNews(first: OutputOf<typeof listChats> | undefined): void {
  const client = useQueryClient();
  const end = first?.next;
  useEffect(() => {
    if (end === undefined) return;
    // What it shows stays; it is asked for again with the next change.
    const follow = () => void readAgain(client, end).catch((error: unknown) => console.warn(error));
    const known = knownOlder(client);
    if (known && known.from !== end) follow();
    return subscribe((frame) => {
      if (frame.type === 'chat.deleted') removeOlderChat(client, frame.conversation);
      if (frame.type === 'user.changed' || frame.type === 'resync') follow();
    });
  }, [client, end]);
}

/** Pages behind the first one, which alone is polled. What has moved up since is shown there, once. `load` calls back as a page comes. */
export function useOlderChats(first: OutputOf<typeof listChats> | undefined) {
  const client = useQueryClient();
  const sentence = useErrorSentence();
  const [isLoading, setIsLoading] = useState(false);
  const { data: older } = useQuery<OlderChats>({ queryKey: olderChatsKey, queryFn: skipToken });
  useNews(first);
  const next = older ? older.next : (first?.next ?? null);
  const known = new Set(first?.chats.map((item) => item.conversation.id));
  const load = async (onCome: () => void) => {
    if (next === null) return;
    setIsLoading(true);
    try {
      const page = await chatsBehind(next, 1);
      onCome();
      const before = knownOlder(client) ?? { from: next, chats: NONE };
      client.setQueryData<OlderChats>(olderChatsKey, { from: before.from, chats: [...before.chats, ...page.chats], next: page.next });
    } catch (error) {
      showToast({ tone: 'danger', title: sentence(error) });
    }
    setIsLoading(false);
  };
  return {
    chats: older?.chats.filter((item) => !known.has(item.conversation.id)) ?? NONE,
    hasMore: next !== null,
    isLoading,
    load: (onCome: () => void) => void load(onCome),
  };
}

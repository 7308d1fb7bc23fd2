import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ChatListItem, listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { call } from '../../api/call.ts';
import { useErrorSentence } from '../../api/error-sentence.ts';
import { subscribe } from '../../realtime/member-events.ts';
import { showToast } from '../../ui/toast.tsx';
import { type OlderChats, olderChatsKey, removeOlderChat } from './chat-caches.ts';

const NONE: readonly ChatListItem[] = [];

/** Pages behind the first one, which alone is polled. What has moved up since is shown there, once. `load` calls back as a page comes. */
export function useOlderChats(first: OutputOf<typeof listChats> | undefined) {
  const client = useQueryClient();
  const sentence = useErrorSentence();
  const [isLoading, setIsLoading] = useState(false);
  const { data: older } = useQuery<OlderChats>({ queryKey: olderChatsKey, queryFn: skipToken });
  useEffect(() => subscribe((frame) => frame.type === 'chat.deleted' && removeOlderChat(client, frame.conversation)), [client]);
  const next = older ? older.next : (first?.next ?? null);
  const known = new Set(first?.chats.map((item) => item.conversation.id));
  const load = async (onCome: () => void) => {
    if (next === null) return;
    setIsLoading(true);
    try {
      const page = await call(listChats, { before: next });
      onCome();
      client.setQueryData<OlderChats>(olderChatsKey, { chats: [...(older?.chats ?? NONE), ...page.chats], next: page.next });
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

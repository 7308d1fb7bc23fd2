import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { chatsQuery } from '../../../api/queries.ts';
import { keepLastChat } from '../conversation/last-chat.ts';
import { clearUnread } from '../engine/chat-cache.ts';
import type { ConversationMachine } from '../engine/conversation-machine.ts';
import type { ConversationSnapshot } from '../engine/conversation-snapshot.ts';
import { memberChat } from '../engine/member-chat.ts';

/** Keeps the machine told whether its thread can be seen. */
function useVisibility(machine: ConversationMachine): void {
  useEffect(() => {
    const tell = () => machine.setVisible(document.visibilityState === 'visible');
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [machine]);
}

/** The open conversation: its machine, and what it knows. */
export function useConversation(member: string, id: string): readonly [ConversationMachine, ConversationSnapshot] {
  const client = useQueryClient();
  const machine = memberChat(member).conversation(id);
  const snapshot = useSyncExternalStore(machine.subscribe, machine.getSnapshot);
  useEffect(() => {
    machine.open();
    return () => machine.close();
  }, [machine]);
  useVisibility(machine);
  const isThere = snapshot.status === 'ready';
  useEffect(() => {
    if (isThere) keepLastChat(member, id);
  }, [isThere, member, id]);
  const { data: listed } = useQuery({ ...chatsQuery, select: ({ chats }) => chats.find((item) => item.conversation.id === id) });
  const seq = listed?.conversation.last_message.seq ?? 0;
  useEffect(() => machine.noticeNewer(seq), [machine, seq]);
  const isOnline = listed?.profile.is_online ?? false;
  useEffect(() => machine.noticePresence(isOnline), [machine, isOnline]);
  const isOpening = snapshot.status === 'loading' && (listed?.num_unread_messages ?? 0) > 0;
  useEffect(() => {
    if (isOpening && document.visibilityState === 'visible') clearUnread(client, id);
  }, [isOpening, client, id]);
  return [machine, snapshot];
}

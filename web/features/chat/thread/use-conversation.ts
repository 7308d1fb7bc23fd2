import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { chatsQuery } from '../../../api/chat/chats-query.ts';
import { storeLastChat } from '../conversation/last-chat.ts';
import { clearUnread } from '../engine/chat-cache.ts';
import type { ConversationMachine } from '../engine/conversation-machine.ts';
import type { ConversationSnapshot } from '../engine/conversation-snapshot.ts';
import { memberChat } from '../engine/member-chat.ts';

/** Reports to the machine whether the tab is visible. */
function useVisibility(machine: ConversationMachine): void {
  useEffect(() => {
    const updateVisibility = () => machine.setVisible(document.visibilityState === 'visible');
    updateVisibility();
    document.addEventListener('visibilitychange', updateVisibility);
    return () => document.removeEventListener('visibilitychange', updateVisibility);
  }, [machine]);
}

/** Opens a conversation while mounted. Returns its machine and its current state. */
export function useConversation(member: string, id: string): readonly [ConversationMachine, ConversationSnapshot] {
  const client = useQueryClient();
  const machine = memberChat(member).conversation(id);
  const snapshot = useSyncExternalStore(machine.subscribe, machine.getSnapshot);
  useEffect(() => {
    machine.open();
    return () => machine.close();
  }, [machine]);
  useVisibility(machine);
  const isReady = snapshot.status === 'ready';
  useEffect(() => {
    if (isReady) storeLastChat(member, id);
  }, [isReady, member, id]);
  const { data: listItem } = useQuery({ ...chatsQuery, select: ({ chats }) => chats.find((item) => item.conversation.id === id) });
  const lastSeq = listItem?.conversation.last_message.seq ?? 0;
  useEffect(() => machine.catchUpTo(lastSeq), [machine, lastSeq]);
  const isOnline = listItem?.profile.is_online ?? false;
  useEffect(() => machine.applyListedPresence(isOnline), [machine, isOnline]);
  const isLoadingUnread = snapshot.status === 'loading' && (listItem?.num_unread_messages ?? 0) > 0;
  useEffect(() => {
    if (isLoadingUnread && document.visibilityState === 'visible') clearUnread(client, id);
  }, [isLoadingUnread, client, id]);
  return [machine, snapshot];
}

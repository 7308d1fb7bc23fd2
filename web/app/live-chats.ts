import type { QueryClient } from '@tanstack/react-query';
import type { ChatListItem, listChats, Message } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { keys } from '../session/keys.ts';

type Chats = OutputOf<typeof listChats>;

function changeChats(queryClient: QueryClient, change: (chats: Chats) => Chats): void {
  queryClient.setQueryData<Chats>(keys.chats, (chats) => chats && change(chats));
}

function changeChat(queryClient: QueryClient, id: string, change: (chat: ChatListItem) => ChatListItem): void {
  changeChats(queryClient, (known) => ({
    ...known,
    chats: known.chats.map((chat) => (chat.conversation.id === id ? change(chat) : chat)),
  }));
}

const withMessage = (chat: ChatListItem, message: Message, unread: number, is_aside: boolean): ChatListItem => {
  if (message.seq < chat.conversation.last_message.seq) return chat;
  const { text, sender_id, seq, created_at } = message;
  return {
    ...chat,
    num_unread_messages: unread,
    conversation: { ...chat.conversation, last_message: { text, sender_id, seq, created_at }, updated_at: created_at, is_aside },
  };
};

/** The conversation comes to the top with its newest words; one that is not in the list yet is asked for. */
export function moveMessageIn(queryClient: QueryClient, message: Message, unread: number, isAside: boolean): void {
  const known = queryClient.getQueryData<Chats>(keys.chats);
  const chat = known?.chats.find(({ conversation }) => conversation.id === message.conversation_id);
  if (!known || !chat) {
    void queryClient.invalidateQueries({ queryKey: keys.chats });
    return;
  }
  const moved = withMessage(chat, message, unread, isAside);
  if (moved !== chat) changeChats(queryClient, (chats) => ({ ...chats, chats: [moved, ...chats.chats.filter((other) => other !== chat)] }));
}

/** I have read on another device: what lay aside comes back with that. */
export function takeRead(queryClient: QueryClient, conversation: string, unread: number): void {
  changeChat(queryClient, conversation, (chat) => ({
    ...chat,
    num_unread_messages: unread,
    conversation: { ...chat.conversation, is_aside: false },
  }));
}

export function dropChat(queryClient: QueryClient, conversation: string): void {
  changeChats(queryClient, (known) => {
    const chats = known.chats.filter((chat) => chat.conversation.id !== conversation);
    return { ...known, chats, total: known.total - (known.chats.length - chats.length) };
  });
  queryClient.removeQueries({ queryKey: keys.conversation(conversation), type: 'inactive' });
  void queryClient.invalidateQueries({ queryKey: keys.user });
}

export function setPresence(queryClient: QueryClient, profile: string, isOnline: boolean): void {
  changeChats(queryClient, (known) => ({
    ...known,
    chats: known.chats.map((chat) => (chat.profile.id === profile ? { ...chat, profile: { ...chat.profile, is_online: isOnline } } : chat)),
  }));
}

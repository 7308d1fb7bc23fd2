import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account';
import type { ChatListItem, listChats, Message, UnreadCounts } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { updateCachedAnswer } from '../cache-update.ts';
import { queryKeys } from '../query-keys.ts';

type Chats = OutputOf<typeof listChats>;
type ChatChange = (chat: ChatListItem) => ChatListItem;

export const hasConversationId = (conversation: string) => (chat: ChatListItem) => chat.conversation.id === conversation;
const lastSeqOf = (chat: ChatListItem) => chat.conversation.last_message.seq;

/** Changes the signed-in user in the cache; does nothing while nobody is cached. */
export function changeUser(client: QueryClient, change: (user: User) => User): void {
  updateCachedAnswer(client, queryKeys.user, change);
}

/** Numbers of the badge; undefined for one that an event does not know. */
type BadgeChange = { [name in keyof User['badge']]?: number | undefined };

/** Sets the given unread counts of the cached user. */
export function setBadge(client: QueryClient, change: BadgeChange): void {
  changeUser(client, (user) => ({
    ...user,
    badge: {
      unread_messages: change.unread_messages ?? user.badge.unread_messages,
      new_likes: change.new_likes ?? user.badge.new_likes,
      unseen_notifications: change.unseen_notifications ?? user.badge.unseen_notifications,
    },
  }));
}

/** Changes the cached first page of the chat list. */
export function changeChats(client: QueryClient, change: (chats: readonly ChatListItem[]) => ChatListItem[]): void {
  updateCachedAnswer<Chats>(client, queryKeys.chats, (cached) => ({ ...cached, chats: change(cached.chats) }));
}

/** Changes one conversation in the cached chat list. */
export function changeChat(client: QueryClient, conversation: string, change: ChatChange): void {
  const isTarget = hasConversationId(conversation);
  changeChats(client, (chats) => chats.map((chat) => (isTarget(chat) ? change(chat) : chat)));
}

/** Removes a conversation from the cached chat list and lowers its total. */
export function removeCachedChat(client: QueryClient, conversation: string): void {
  const isTarget = hasConversationId(conversation);
  updateCachedAnswer<Chats>(client, queryKeys.chats, (cached) => {
    const chats = cached.chats.filter((chat) => !isTarget(chat));
    return { ...cached, chats, total: cached.total - (cached.chats.length - chats.length) };
  });
}

/**
 * Moves the message's conversation to the top of the cached chat list with this message as its last one, and applies `change` to it. If the
 * conversation is not in the cached list, the list is refetched; a message older than the last one changes nothing.
 */
export function applyNewMessage(client: QueryClient, message: Message, change: ChatChange = (chat) => chat): void {
  const { conversation_id, text, sender_id, seq, created_at } = message;
  const chat = client.getQueryData<Chats>(queryKeys.chats)?.chats.find(hasConversationId(conversation_id));
  if (!chat) void client.invalidateQueries({ queryKey: queryKeys.chats });
  else if (lastSeqOf(chat) === seq) changeChat(client, conversation_id, change);
  else if (lastSeqOf(chat) < seq) {
    const conversation = {
      ...chat.conversation,
      last_message: { text, sender_id, seq, created_at },
      updated_at: created_at,
    };
    changeChats(client, (chats) => [change({ ...chat, conversation }), ...chats.filter((other) => other !== chat)]);
  }
}

/** A message request that was accepted: it is listed with the other conversations. */
export const acceptMessageRequest: ChatChange = (chat) => ({ ...chat, conversation: { ...chat.conversation, is_aside: false } });

/**
 * Takes over the server's unread counts after the member has read a conversation, here or on another device. Reading accepts a message
 * request.
 */
export function markConversationRead(client: QueryClient, conversation: string, unread: UnreadCounts): void {
  changeChat(client, conversation, (chat) => ({ ...acceptMessageRequest(chat), num_unread_messages: unread.conversation }));
  setBadge(client, { unread_messages: unread.total, unseen_notifications: unread.unseen_notifications });
}

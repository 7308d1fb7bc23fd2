import type { QueryClient } from '@tanstack/react-query';
import type { ChatListItem, listChats, Message } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { updateCachedAnswer } from '../../../api/cache-update.ts';
import {
  acceptMessageRequest,
  applyNewMessage,
  changeChat,
  changeUser,
  hasConversationId,
  removeCachedChat,
} from '../../../api/chat/cached-chats.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { SendAnswer } from './conversation-ports.ts';

/** The loaded pages of the conversation list behind the first one. */
export interface OlderChats {
  /** The cursor at the end of the first page at the time these pages were loaded. */
  readonly startCursor: string | null;
  readonly chats: readonly ChatListItem[];
  /** The cursor of the next page; null if all are loaded. */
  readonly next: string | null;
}

export const olderChatsKey = ['older-chats'] as const;

/** Shows the newest of these messages as the last message of its conversation in the cached list. */
export function applyNewestMessage(client: QueryClient, messages: readonly Message[]): void {
  const newest = messages.at(-1);
  if (newest) applyNewMessage(client, newest);
}

/**
 * Updates the cached conversation list and the credits after the server has stored a message of the member. An answer turns a message
 * request into an ordinary conversation.
 */
export function applySentMessage(client: QueryClient, { message, credits }: SendAnswer): void {
  applyNewMessage(client, message, acceptMessageRequest);
  changeUser(client, (user) => ({ ...user, credits }));
}

/** Opening a conversation sets its unread count to 0 at once, in the list and in the badge (docs/product.md, "Unread messages"). */
export function clearUnread(client: QueryClient, conversation: string): void {
  const item = client.getQueryData<OutputOf<typeof listChats>>(queryKeys.chats)?.chats.find(hasConversationId(conversation));
  if (!item?.num_unread_messages) return;
  const countInBadge = item.conversation.is_aside ? 0 : item.num_unread_messages;
  changeChat(client, conversation, (chat) => ({ ...chat, num_unread_messages: 0 }));
  changeUser(client, (user) => ({
    ...user,
    badge: { ...user.badge, unread_messages: Math.max(0, user.badge.unread_messages - countInBadge) },
  }));
}

/**
 * Removes a conversation from the cached list before the server is asked. A running request for the list is canceled, as its answer would
 * bring the conversation back; resolves to whether there was one.
 */
export async function removeChatFromCaches(client: QueryClient, conversation: string): Promise<boolean> {
  const wasFetching = client.isFetching({ queryKey: queryKeys.chats }) > 0;
  await client.cancelQueries({ queryKey: queryKeys.chats });
  clearUnread(client, conversation);
  removeCachedChat(client, conversation);
  removeOlderChat(client, conversation);
  return wasFetching;
}

/** Removes a conversation from the loaded pages behind the first one. */
export function removeOlderChat(client: QueryClient, conversation: string): void {
  const isTarget = hasConversationId(conversation);
  updateCachedAnswer<OlderChats>(client, olderChatsKey, (older) => ({
    ...older,
    chats: older.chats.filter((item) => !isTarget(item)),
  }));
}

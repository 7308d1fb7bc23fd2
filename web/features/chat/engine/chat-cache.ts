import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { listChats, Message } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { afterFetch, updateCachedAnswer } from '../../../api/cache-update.ts';
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

/** A page of the conversation list behind the first one. `before`: the cursor from which it was loaded; null if there was none. */
export type OlderChatsPage = OutputOf<typeof listChats> & { readonly before: string | null };
type OlderChats = InfiniteData<OlderChatsPage, string>;

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
 * Removes a conversation from the cached list before the server is asked. A running request for the first page is canceled, as its answer
 * would bring the conversation back: `wasFetching` tells whether there was one. `restoreOlder` puts the conversation back into the older pages.
 */
export async function removeChatFromCaches(
  client: QueryClient,
  conversation: string,
): Promise<{ wasFetching: boolean; restoreOlder: () => void }> {
  const wasFetching = client.isFetching({ queryKey: queryKeys.chats }) > 0;
  await client.cancelQueries({ queryKey: queryKeys.chats });
  clearUnread(client, conversation);
  removeCachedChat(client, conversation);
  return { wasFetching, restoreOlder: removeOlderChat(client, conversation) };
}

/**
 * Removes a conversation from the loaded pages behind the first one, and from those being loaded. The returned function restores the pages as
 * they were.
 */
export function removeOlderChat(client: QueryClient, conversation: string): () => void {
  const query = client.getQueryCache().find({ queryKey: queryKeys.olderChats });
  const before = client.getQueryData<OlderChats>(queryKeys.olderChats);
  const isTarget = hasConversationId(conversation);
  let isRestored = false;
  const remove = () => {
    if (isRestored) return;
    updateCachedAnswer<OlderChats>(client, queryKeys.olderChats, (older) => ({
      ...older,
      pages: older.pages.map((page) => ({ ...page, chats: page.chats.filter((item) => !isTarget(item)) })),
    }));
  };
  remove();
  if (query) afterFetch(query, remove);
  return () => {
    isRestored = true;
    client.setQueryData<OlderChats>(queryKeys.olderChats, before);
  };
}

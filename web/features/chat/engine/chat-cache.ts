import type { QueryClient } from '@tanstack/react-query';
import type { ChatListItem, listChats, Message } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { patchAnswer } from '../../../api/cache-update.ts';
import { changeChat, changeUser, dropChat, isOf, moveMessageIn, takenBack } from '../../../api/chat/cached-chats.ts';
import { keys } from '../../../api/query-keys.ts';
import type { Sent } from './conversation-ports.ts';

/** The pages of the list behind the first one, as far as they were asked for. */
export interface OlderChats {
  /** Where the first page ended when they were asked for. */
  readonly from: string | null;
  readonly chats: readonly ChatListItem[];
  readonly next: string | null;
}
export const olderChatsKey = ['older-chats'] as const;

/** The newest of these messages stands under its chat. */
export function noteMessages(client: QueryClient, messages: readonly Message[]): void {
  const newest = messages.at(-1);
  if (newest) moveMessageIn(client, newest);
}

/** A message of mine was accepted: the list of chats and my credits follow; what lay aside is answered. */
export function noteSent(client: QueryClient, { message, credits }: Sent): void {
  moveMessageIn(client, message, takenBack);
  changeUser(client, (user) => ({ ...user, credits }));
}

/** Opening a conversation sets its unread count to 0 at once, in the list and in the badge (docs/product.md, "Unread messages"). */
export function clearUnread(client: QueryClient, conversation: string): void {
  const item = client.getQueryData<OutputOf<typeof listChats>>(keys.chats)?.chats.find(isOf(conversation));
  if (!item?.num_unread_messages) return;
  const counted = item.conversation.is_aside ? 0 : item.num_unread_messages;
  changeChat(client, conversation, (chat) => ({ ...chat, num_unread_messages: 0 }));
  changeUser(client, (user) => ({
    ...user,
    badge: { ...user.badge, unread_messages: Math.max(0, user.badge.unread_messages - counted) },
  }));
}

/** Takes a chat out of the list before the server is asked; a look under way must not bring it back. Tells whether one was given up for that. */
export async function removeChat(client: QueryClient, conversation: string): Promise<boolean> {
  const isUnderWay = client.isFetching({ queryKey: keys.chats }) > 0;
  await client.cancelQueries({ queryKey: keys.chats });
  clearUnread(client, conversation);
  dropChat(client, conversation);
  removeOlderChat(client, conversation);
  return isUnderWay;
}

/** Takes a chat out of the pages behind the first one. */
export function removeOlderChat(client: QueryClient, conversation: string): void {
  const isHere = isOf(conversation);
  patchAnswer<OlderChats>(client, olderChatsKey, (older) => ({ ...older, chats: older.chats.filter((item) => !isHere(item)) }));
}

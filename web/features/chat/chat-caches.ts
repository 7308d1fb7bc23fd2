import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account';
import type { ChatListItem, listChats, Message } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { keys } from '../../session/keys.ts';
import type { Sent } from './conversation-ports.ts';

type Chats = OutputOf<typeof listChats>;

/** The pages of the list behind the first one, as far as they were asked for. */
export interface OlderChats {
  /** Where the first page ended when they were asked for. */
  readonly from: string | null;
  readonly chats: readonly ChatListItem[];
  readonly next: string | null;
}
export const olderChatsKey = ['older-chats'] as const;

const seqOf = (item: ChatListItem) => item.conversation.last_message.seq;
const isOf = (conversation: string) => (item: ChatListItem) => item.conversation.id === conversation;

function patchChats(client: QueryClient, patch: (chats: Chats) => Chats): void {
  client.setQueryData<Chats>(keys.chats, (chats) => chats && patch(chats));
}

function patchUser(client: QueryClient, patch: (user: User) => User): void {
  client.setQueryData<User | null>(keys.user, (user) => user && patch(user));
}

const withUnread = (user: User, unread_messages: number): User => ({ ...user, badge: { ...user.badge, unread_messages } });

/** Puts the newest of these messages under its chat and the chat on top; a chat the list does not know makes it load again. */
export function noteMessages(client: QueryClient, messages: readonly Message[]): void {
  const newest = messages.at(-1);
  const chats = client.getQueryData<Chats>(keys.chats);
  if (!newest || !chats) return;
  const { conversation_id, text, sender_id, seq, created_at } = newest;
  const item = chats.chats.find(isOf(conversation_id));
  if (!item) {
    void client.invalidateQueries({ queryKey: keys.chats });
    return;
  }
  if (seqOf(item) >= seq) return;
  const conversation = { ...item.conversation, last_message: { text, sender_id, seq, created_at }, updated_at: created_at };
  patchChats(client, (now) => ({ ...now, chats: [{ ...item, conversation }, ...now.chats.filter((other) => other !== item)] }));
}

/** A message of mine was accepted: the list of chats and my credits follow; what lay aside is answered. */
export function noteSent(client: QueryClient, { message, credits }: Sent): void {
  noteMessages(client, [message]);
  changeChat(client, message.conversation_id, returned);
  patchUser(client, (user) => ({ ...user, credits }));
}

/** Opening a conversation sets its unread count to 0 at once, in the list and in the badge (specification 4). */
export function clearUnread(client: QueryClient, conversation: string): void {
  const item = client.getQueryData<Chats>(keys.chats)?.chats.find(isOf(conversation));
  if (!item?.num_unread_messages) return;
  const counted = item.conversation.is_aside ? 0 : item.num_unread_messages;
  setUnread(client, conversation, 0);
  patchUser(client, (user) => withUnread(user, Math.max(0, user.badge.unread_messages - counted)));
}

/** What the server counts after a read mark; what lay aside is read. */
export function noteRead(client: QueryClient, conversation: string, unread: { conversation: number; total: number }): void {
  setUnread(client, conversation, unread.conversation);
  changeChat(client, conversation, returned);
  patchUser(client, (user) => withUnread(user, unread.total));
}

const setUnread = (client: QueryClient, conversation: string, num_unread_messages: number): void =>
  changeChat(client, conversation, (item) => ({ ...item, num_unread_messages }));

const returned = (item: ChatListItem): ChatListItem => ({ ...item, conversation: { ...item.conversation, is_aside: false } });

function changeChat(client: QueryClient, conversation: string, change: (item: ChatListItem) => ChatListItem): void {
  const isHere = isOf(conversation);
  patchChats(client, (now) => ({ ...now, chats: now.chats.map((item) => (isHere(item) ? change(item) : item)) }));
}

/** Takes a chat out of the list before the server is asked; a poll under way must not bring it back. */
export async function removeChat(client: QueryClient, conversation: string): Promise<void> {
  await client.cancelQueries({ queryKey: keys.chats });
  clearUnread(client, conversation);
  const isHere = isOf(conversation);
  patchChats(client, (now) => {
    const chats = now.chats.filter((item) => !isHere(item));
    return { ...now, chats, total: now.total - (now.chats.length - chats.length) };
  });
  removeOlderChat(client, conversation);
}

/** Takes a chat out of the pages behind the first one. */
export function removeOlderChat(client: QueryClient, conversation: string): void {
  const isHere = isOf(conversation);
  client.setQueryData<OlderChats>(olderChatsKey, (older) => older && { ...older, chats: older.chats.filter((item) => !isHere(item)) });
}

import type { QueryClient } from '@tanstack/react-query';
import type { User } from '#contract/account';
import type { ChatListItem, listChats, Message } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { patchAnswer } from '../cache-update.ts';
import { keys } from '../query-keys.ts';

type Chats = OutputOf<typeof listChats>;
type ChatChange = (chat: ChatListItem) => ChatListItem;

export const isOf = (conversation: string) => (chat: ChatListItem) => chat.conversation.id === conversation;
const seqOf = (chat: ChatListItem) => chat.conversation.last_message.seq;

export function changeUser(client: QueryClient, change: (user: User) => User): void {
  patchAnswer(client, keys.user, change);
}

export function setBadge(client: QueryClient, badge: Partial<User['badge']>): void {
  changeUser(client, (user) => ({ ...user, badge: { ...user.badge, ...badge } }));
}

export function changeChats(client: QueryClient, change: (chats: readonly ChatListItem[]) => ChatListItem[]): void {
  patchAnswer<Chats>(client, keys.chats, (known) => ({ ...known, chats: change(known.chats) }));
}

export function changeChat(client: QueryClient, conversation: string, change: ChatChange): void {
  const isHere = isOf(conversation);
  changeChats(client, (chats) => chats.map((chat) => (isHere(chat) ? change(chat) : chat)));
}

/** Takes a chat out of the first page of the list. */
export function dropChat(client: QueryClient, conversation: string): void {
  const isHere = isOf(conversation);
  patchAnswer<Chats>(client, keys.chats, (known) => {
    const chats = known.chats.filter((chat) => !isHere(chat));
    return { ...known, chats, total: known.total - (known.chats.length - chats.length) };
  });
}

/** The conversation comes to the top with its newest message, changed besides; one that the list does not know makes it load again. */
export function moveMessageIn(client: QueryClient, message: Message, change: ChatChange = (chat) => chat): void {
  const { conversation_id, text, sender_id, seq, created_at } = message;
  const chat = client.getQueryData<Chats>(keys.chats)?.chats.find(isOf(conversation_id));
  if (!chat) void client.invalidateQueries({ queryKey: keys.chats });
  else if (seqOf(chat) === seq) changeChat(client, conversation_id, change);
  else if (seqOf(chat) < seq) {
    const conversation = { ...chat.conversation, last_message: { text, sender_id, seq, created_at }, updated_at: created_at };
    changeChats(client, (chats) => [change({ ...chat, conversation }), ...chats.filter((other) => other !== chat)]);
  }
}

/** What lay aside is with the others again. */
export const takenBack: ChatChange = (chat) => ({ ...chat, conversation: { ...chat.conversation, is_aside: false } });

/** What the server counts after I have read, here or on another device; what lay aside comes back with that. */
export function noteRead(client: QueryClient, conversation: string, unread: { conversation: number; total: number }): void {
  changeChat(client, conversation, (chat) => ({ ...takenBack(chat), num_unread_messages: unread.conversation }));
  setBadge(client, { unread_messages: unread.total });
}

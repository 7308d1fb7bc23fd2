import { type InfiniteData, InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import type { User } from '#contract/account';
import type { listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import { markConversationRead } from '../../../../web/api/chat/cached-chats.ts';
import { queryKeys } from '../../../../web/api/query-keys.ts';
import {
  applyNewestMessage,
  applySentMessage,
  clearUnread,
  type OlderChatsPage,
  removeOlderChat,
} from '../../../../web/features/chat/engine/chat-cache.ts';
import { aChat, aMessage, aUser, idOf, ME } from '../../fixtures.ts';

let caches: QueryClient;
const chat = () => caches.getQueryData<OutputOf<typeof listChats>>(queryKeys.chats)?.chats[0];
const state = () => [
  chat()?.conversation.is_aside,
  chat()?.num_unread_messages,
  caches.getQueryData<User>(queryKeys.user)?.badge.unread_messages,
];

beforeEach(() => {
  caches = new QueryClient();
  caches.setQueryData(queryKeys.user, aUser({ badge: { unread_messages: 4, new_likes: 0, unseen_notifications: 1 } }));
  caches.setQueryData(queryKeys.chats, { chats: [aChat('a', 3, { unread: 2, isMessageRequest: true })], total: 1, next: null });
});

test('opening a message request leaves the badge, which does not count it', () => {
  clearUnread(caches, idOf('a'));
  expect(state()).toEqual([true, 0, 4]);
});

test('a message request becomes a normal chat when it was read, and when I have answered', () => {
  markConversationRead(caches, idOf('a'), { conversation: 0, total: 4 });
  expect(state()).toEqual([false, 0, 4]);
  caches.setQueryData(queryKeys.chats, { chats: [aChat('a', 3, { isMessageRequest: true })], total: 1, next: null });
  applySentMessage(caches, { message: aMessage('a', 4, { sender_id: ME }), credits: 9, send_pass: '' });
  expect(state()[0]).toBe(false);
});

test('a further message of the sender leaves it a message request', () => {
  applyNewestMessage(caches, [aMessage('a', 4)]);
  expect(chat()?.conversation.last_message.seq).toBe(4);
  expect(state()[0]).toBe(true);
});

/** Older pages with one conversation on the first; the next page is loaded when the returned function gives it. */
function loadingOlderChats() {
  const pageOf = (name: string, next: string | null): OlderChatsPage => ({ before: '', chats: [aChat(name, 1)], total: 3, next });
  const { promise, resolve } = Promise.withResolvers<OlderChatsPage>();
  caches.setQueryData(queryKeys.olderChats, { pages: [pageOf('b', 'next')], pageParams: [''] });
  const observer = new InfiniteQueryObserver(caches, {
    queryKey: queryKeys.olderChats,
    queryFn: () => promise,
    initialPageParam: '',
    getNextPageParam: (last: OlderChatsPage) => last.next,
    enabled: false,
  });
  const loading = observer.fetchNextPage();
  return async () => {
    resolve(pageOf('c', null));
    await loading;
  };
}
const olderChats = () =>
  caches
    .getQueryData<InfiniteData<OlderChatsPage>>(queryKeys.olderChats)
    ?.pages.map((page) => page.chats.map((item) => item.conversation.id));

test('a conversation that is removed from the older pages does not return with the next page', async () => {
  const finishLoading = loadingOlderChats();
  removeOlderChat(caches, idOf('b'));
  expect(olderChats()).toEqual([[]]);
  await finishLoading();
  expect(olderChats()).toEqual([[], [idOf('c')]]);
});

test('a conversation that is put back into the older pages stays there', async () => {
  const finishLoading = loadingOlderChats();
  const restore = removeOlderChat(caches, idOf('b'));
  restore();
  expect(olderChats()).toEqual([[idOf('b')]]);
  await finishLoading();
  expect(olderChats()).toEqual([[idOf('b')], [idOf('c')]]);
});

import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/account';
import type { Conversation, listChats } from '#contract/chat';
import type { OutputOf } from '#contract/endpoint';
import type { LikesAnswer } from '#contract/likes';
import type { Profile } from '#contract/profile';
import type { RoomFrame } from '#contract/realtime';
import { queryKeys } from '../../../../web/api/query-keys.ts';
import { applyFrame } from '../../../../web/app/live-updates/live-updates.ts';
import { aCard, aChat, aLike, aMessage, aProfile, aUser, idOf, likesOf, ME, NOON } from '../../fixtures.ts';

type Chats = OutputOf<typeof listChats>;

let queryClient: QueryClient;

const chats = () => queryClient.getQueryData<Chats>(queryKeys.chats)?.chats ?? [];
const chatNames = () => chats().map(({ conversation }) => conversation.last_message.text);
const likes = () => queryClient.getQueryData<LikesAnswer>(queryKeys.likes);
const user = () => queryClient.getQueryData<User>(queryKeys.user);
const isOutdated = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated ?? null;
const outdatedKeys = () => [queryKeys.user, queryKeys.chats, queryKeys.likes].filter(isOutdated);
const cacheSnapshot = () => JSON.stringify([chats(), likes(), user()]);

let seq = 0;
const stamp = () => ({ seq: ++seq, at: NOON });
const apply = (frame: RoomFrame) => applyFrame(queryClient, ME, frame);
const messageSent = (message: ReturnType<typeof aMessage>, conversation: number, total: number, isMessageRequest?: true): RoomFrame => ({
  type: 'message.sent',
  message,
  unread: { conversation, total },
  ...(isMessageRequest && { is_aside: isMessageRequest }),
  ...stamp(),
});

beforeEach(() => {
  queryClient = new QueryClient();
  queryClient.setQueryData(queryKeys.user, aUser({ badge: { unread_messages: 1, new_likes: 1, unseen_notifications: 2 } }));
  queryClient.setQueryData(queryKeys.chats, { chats: [aChat('a', 3), aChat('b', 5, { unread: 1 })], total: 2, next: null });
  queryClient.setQueryData(queryKeys.likes, likesOf([aLike('ewa'), aLike('mei', { like_new: false })]));
});

describe('a message', () => {
  test('moves its chat to the top, with its text and both unread counts', () => {
    apply(messageSent(aMessage('b', 6), 2, 2));
    expect(chatNames()).toEqual(['b 6', 'a 3']);
    expect(chats()[0]?.num_unread_messages).toBe(2);
    expect(user()?.badge).toEqual({ unread_messages: 2, new_likes: 1, unseen_notifications: 2 });
    expect(outdatedKeys()).toEqual([]);
  });

  test('request moves to the top, counts in its chat but not in the badge, and is a normal chat once I answer', () => {
    apply(messageSent(aMessage('a', 4), 1, 1, true));
    expect([chats()[0]?.num_unread_messages, chats()[0]?.conversation.is_aside]).toEqual([1, true]);
    expect(user()?.badge.unread_messages).toBe(1);
    apply(messageSent(aMessage('a', 5, { sender_id: ME }), 0, 1));
    expect(chats()[0]?.conversation.is_aside).toBe(false);
  });

  test('request becomes a normal chat when another device of mine has read it', () => {
    queryClient.setQueryData(queryKeys.chats, { chats: [aChat('a', 3, { unread: 2, isMessageRequest: true })], total: 1, next: null });
    apply({ type: 'messages.read', conversation: idOf('a'), reader: ME, to: 3, unread: { conversation: 0, total: 1 }, ...stamp() });
    expect([chats()[0]?.num_unread_messages, chats()[0]?.conversation.is_aside]).toEqual([0, false]);
  });

  test('changes nothing when it comes twice', () => {
    const frame = messageSent(aMessage('b', 6), 2, 2);
    apply(frame);
    const afterFirst = cacheSnapshot();
    apply(frame);
    expect(cacheSnapshot()).toBe(afterFirst);
  });

  test('older than the last one known leaves the list as it is', () => {
    apply(messageSent(aMessage('b', 7), 3, 3));
    apply(messageSent(aMessage('b', 6), 3, 3));
    expect(chatNames()).toEqual(['b 7', 'a 3']);
    expect(chats()[0]?.num_unread_messages).toBe(3);
  });

  test('of an unknown chat outdates the list', () => {
    apply(messageSent(aMessage('c', 1), 1, 2));
    expect(chatNames()).toEqual(['a 3', 'b 5']);
    expect(outdatedKeys()).toEqual([queryKeys.chats]);
    expect(user()?.badge.unread_messages).toBe(2);
  });

  test('only marks its cached thread as outdated', () => {
    queryClient.setQueryData(queryKeys.conversation(idOf('b')), { messages: [] });
    apply(messageSent(aMessage('b', 6), 2, 2));
    expect(isOutdated(queryKeys.conversation(idOf('b')))).toBe(true);
  });
});

describe('a read mark', () => {
  const read = (reader: string, unread?: { conversation: number; total: number }): RoomFrame => ({
    type: 'messages.read',
    conversation: idOf('b'),
    reader,
    to: 5,
    ...(unread && { unread }),
    ...stamp(),
  });

  test('of mine, from another device, updates the counts', () => {
    apply(read(ME, { conversation: 0, total: 0 }));
    expect(chats()[1]?.num_unread_messages).toBe(0);
    expect(user()?.badge.unread_messages).toBe(0);
  });

  test('of mine without counts outdates user and chats', () => {
    apply(read(ME));
    expect(outdatedKeys()).toEqual([queryKeys.user, queryKeys.chats]);
  });

  test('of the other only ever moves forward, and leaves my counts', () => {
    queryClient.setQueryData(queryKeys.conversation(idOf('b')), { read_by_other_to: 7 });
    apply(read(idOf('marit')));
    expect(queryClient.getQueryData<Conversation>(queryKeys.conversation(idOf('b')))?.read_by_other_to).toBe(7);
    expect(user()?.badge.unread_messages).toBe(1);
  });
});

describe('a like', () => {
  const received = (name: string): RoomFrame => ({ type: 'like.received', profile: aCard(name), ...stamp() });
  const withdrawn = (name: string): RoomFrame => ({ type: 'like.withdrawn', profile: aCard(name), ...stamp() });

  test('is listed once at the top, counted as new and set in the cached profile', () => {
    queryClient.setQueryData(queryKeys.profile(idOf('nadia')), aProfile('nadia'));
    apply(received('nadia'));
    apply(received('nadia'));
    expect(likes()?.liked_by.map(({ name }) => name)).toEqual(['nadia', 'ewa', 'mei']);
    expect(likes()?.totals).toMatchObject({ liked_by: 3, new_likes: 2 });
    expect(user()?.badge.new_likes).toBe(2);
    expect(queryClient.getQueryData<Profile>(queryKeys.profile(idOf('nadia')))?.liked_me).toBe(true);
  });

  test('withdrawn leaves the list and, if it was new, the badge', () => {
    apply(withdrawn('ewa'));
    apply(withdrawn('mei'));
    expect(likes()?.totals).toMatchObject({ liked_by: 0, new_likes: 0 });
    expect(user()?.badge.new_likes).toBe(0);
  });

  test('withdrawn that is not in the list outdates user and likes', () => {
    apply(withdrawn('nadia'));
    expect(outdatedKeys()).toEqual([queryKeys.user, queryKeys.likes]);
    expect(likes()?.liked_by).toHaveLength(2);
  });

  test('received while no list is cached outdates the user', () => {
    queryClient.removeQueries({ queryKey: queryKeys.likes });
    apply(received('nadia'));
    expect(isOutdated(queryKeys.user)).toBe(true);
  });

  test('that is a match outdates the likes', () => {
    apply({ type: 'match.made', profile: aCard('ewa'), ...stamp() });
    expect(outdatedKeys()).toEqual([queryKeys.likes]);
  });
});

describe('the badge', () => {
  const badge = (unread_messages: number, new_likes: number): RoomFrame => ({
    type: 'badge.changed',
    unread_messages,
    new_likes,
    ...stamp(),
  });

  test('that equals the cached one outdates the likes alone: a like may have returned without being new', () => {
    apply(badge(1, 1));
    expect(outdatedKeys()).toEqual([queryKeys.likes]);
  });

  test('outdates the cached profiles, but no list of similar members', () => {
    const similar = [...queryKeys.profile('ewa'), 'similar', 1];
    for (const key of [queryKeys.profile('ewa'), similar]) queryClient.setQueryData(key, {});
    apply(badge(1, 1));
    expect([isOutdated(queryKeys.profile('ewa')), isOutdated(similar)]).toEqual([true, false]);
  });

  test('that differs from the cached one outdates the chats, too', () => {
    apply(badge(2, 0));
    expect(outdatedKeys()).toEqual([queryKeys.chats, queryKeys.likes]);
    expect(user()?.badge).toEqual({ unread_messages: 2, new_likes: 0, unseen_notifications: 2 });
  });
});

describe('the number of unseen notifications', () => {
  const unseen = () => user()?.badge.unseen_notifications;
  const counts = (unseen_notifications?: number) => ({
    conversation: 2,
    total: 2,
    ...(unseen_notifications !== undefined && { unseen_notifications }),
  });
  const badge = (unseen_notifications?: number) => ({
    unread_messages: 1,
    new_likes: 1,
    ...(unseen_notifications !== undefined && { unseen_notifications }),
  });
  const framesWith = (count?: number): RoomFrame[] => [
    { type: 'message.sent', message: aMessage('b', 6), unread: counts(count), ...stamp() },
    { type: 'messages.read', conversation: idOf('b'), reader: ME, to: 5, unread: counts(count), ...stamp() },
    { type: 'like.received', profile: aCard('zofia'), badge: badge(count), ...stamp() },
    { type: 'like.withdrawn', profile: aCard('ewa'), badge: badge(count), ...stamp() },
    { type: 'badge.changed', ...badge(count), ...stamp() },
  ];

  test.each(framesWith(7))('is that of the event $type', (frame) => {
    apply(frame);
    expect(unseen()).toBe(7);
  });

  test('goes with an event that says so', () => {
    apply({ type: 'badge.changed', ...badge(0), ...stamp() });
    expect(unseen()).toBe(0);
  });

  test.each(framesWith())('stays where the event $type of an older server does not know it', (frame) => {
    apply(frame);
    expect(unseen()).toBe(2);
  });
});

describe('other events of a room', () => {
  test('the changed text of the last message of a chat is in the list, and that of an earlier one is not', () => {
    const changed = (seq: number, text: string): RoomFrame => ({
      ...{ type: 'message.changed', conversation: idOf('b'), message: { id: idOf('m'), seq, text } },
      ...stamp(),
    });
    const lastTexts = () => chats().map(({ conversation }) => conversation.last_message.text);
    const before = lastTexts();
    apply(changed(4, 'removed'));
    expect(lastTexts()).toEqual(before);
    apply(changed(5, 'removed'));
    expect(lastTexts()).toEqual(before.map((text, i) => (chats()[i]?.conversation.id === idOf('b') ? 'removed' : text)));
    expect(outdatedKeys()).toContainEqual(queryKeys.chats);
  });

  test('a deleted chat leaves the list, once if the event comes twice', () => {
    const frame: RoomFrame = { type: 'chat.deleted', conversation: idOf('b'), ...stamp() };
    apply(frame);
    apply(frame);
    expect(chatNames()).toEqual(['a 3']);
    expect(queryClient.getQueryData<Chats>(queryKeys.chats)?.total).toBe(1);
    expect(outdatedKeys()).toEqual([queryKeys.user]);
  });

  test('credits and presence are applied', () => {
    apply({ type: 'credits.changed', credits: 4, ...stamp() });
    apply({ type: 'presence.changed', profile: idOf('marit'), is_online: true });
    expect(user()?.credits).toBe(4);
    expect(chats().every(({ profile }) => profile.is_online)).toBe(true);
  });

  test('a changed account, or a block, outdates the user, the lists and the profiles', () => {
    queryClient.setQueryData(queryKeys.profile(idOf('marit')), aProfile('marit'));
    apply({ type: 'user.changed', ...stamp() });
    expect(outdatedKeys()).toEqual([queryKeys.user, queryKeys.chats, queryKeys.likes]);
    expect(isOutdated(queryKeys.profile(idOf('marit')))).toBe(true);
  });

  test('an ended session outdates the user', () => {
    apply({ type: 'session.ended', session: 'x' });
    expect(outdatedKeys()).toEqual([queryKeys.user]);
  });

  test('a gap in the events outdates everything', () => {
    queryClient.setQueryData(queryKeys.conversation(idOf('a')), { messages: [] });
    apply({ type: 'resync' });
    expect(outdatedKeys()).toEqual([queryKeys.user, queryKeys.chats, queryKeys.likes]);
    expect(isOutdated(queryKeys.conversation(idOf('a')))).toBe(true);
  });

  test.each<RoomFrame>([{ type: 'user.changed', ...stamp() }, { type: 'resync' }])('$type outdates the searches', (frame) => {
    queryClient.setQueryData(queryKeys.search(null), { pages: [] });
    apply(frame);
    expect(isOutdated(queryKeys.search(null))).toBe(true);
  });

  test('typing changes nothing in the cache', () => {
    const before = cacheSnapshot();
    apply({ type: 'typing', conversation: idOf('a') });
    expect(cacheSnapshot()).toBe(before);
  });

  test('no data is made up where nobody is signed in and nothing is cached', () => {
    queryClient.clear();
    queryClient.setQueryData(queryKeys.user, null);
    apply(messageSent(aMessage('b', 6), 2, 2));
    apply({ type: 'badge.changed', unread_messages: 2, new_likes: 2, ...stamp() });
    apply({ type: 'presence.changed', profile: idOf('marit'), is_online: true });
    expect(user()).toBeNull();
    expect(queryClient.getQueryData(queryKeys.chats)).toBeUndefined();
  });
});

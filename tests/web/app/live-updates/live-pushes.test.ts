import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PushPayload } from '#contract/notifications/push-payload';
import { queryClient } from '../../../../web/api/query-client.ts';
import { queryKeys } from '../../../../web/api/query-keys.ts';
import { followPushes } from '../../../../web/app/live-updates/live-pushes.ts';
import { startSession } from '../../../../web/session/user.ts';
import { aChat, aUser, idOf, likesOf, ME } from '../../fixtures.ts';
import { stubWindow } from '../../realtime/fake-network.ts';

const fixture = vi.hoisted(() => ({
  socket: 'open',
  hear: (_: PushPayload | null): void => undefined,
  badges: [] as number[],
  closed: [] as string[],
}));
vi.mock('../../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/realtime/member-events.ts', () => ({ socketState: () => fixture.socket, onSocketState: () => () => undefined }));
vi.mock('../../../../web/pwa/push/push.ts', async () => {
  const { createStore } = await import('../../../../web/platform/store.ts');
  const push = createStore({ isCapable: true, state: 'subscribed', isSubscribed: true, lastMessage: null as PushPayload | null });
  fixture.hear = (lastMessage) => push.set({ ...push.get(), lastMessage });
  return { push, followPush: () => () => undefined, syncPush: async () => undefined };
});

const NOTE: PushPayload = { type: 'message', member: ME, unread: 9, title: 'Vonk', body: 'One', url: '/chats', tag: 'one' };
/** The notifications that the device shows: where each leads to, and when it came (ms). */
let shownNotifications: { url: string; at: number }[];
let end: () => void;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  stubWindow();
  const notificationOf = (data: { url: string; at: number }) => ({ data, close: () => fixture.closed.push(data.url) });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void fixture.badges.push(count),
    clearAppBadge: async () => void fixture.badges.push(0),
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => shownNotifications.map(notificationOf) }) },
  });
  Object.assign(fixture, { socket: 'open', badges: [], closed: [] });
  shownNotifications = [];
  startSession(aUser({ badge: { unread_messages: 2, new_likes: 1, unseen_notifications: 5 } }));
  queryClient.setQueryData(queryKeys.chats, { chats: [aChat('read', 3), aChat('unread', 4, { unread: 2 })], total: 2, next: null });
  queryClient.setQueryData(queryKeys.likes, likesOf([]));
  end = followPushes(queryClient);
});
afterEach(() => {
  end();
  fixture.hear(null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const areInvalidated = () => [queryKeys.user, queryKeys.chats, queryKeys.likes].map((key) => queryClient.getQueryState(key)?.isInvalidated);

describe('a push that comes while the page is open', () => {
  test('outdates user, chats and likes while no socket is open', async () => {
    fixture.socket = 'closed';
    fixture.hear(NOTE);
    await settled();
    expect(areInvalidated()).toEqual([true, true, true]);
  });

  test('outdates nothing while a socket is open, and the app badge shows the count that this page knows', async () => {
    fixture.hear(NOTE);
    await settled();
    expect([areInvalidated(), fixture.badges]).toEqual([[false, false, false], [3]]);
    queryClient.setQueryData(queryKeys.user, null);
    fixture.hear({ ...NOTE, unread: 8 });
    await settled();
    expect(fixture.badges).toEqual([3, 0]);
  });
});

test('notifications of what has been read are closed, but none that came after that', async () => {
  const [before, since] = [Date.now() - 5000, Date.now() + 5000];
  shownNotifications = [
    { url: `/chats/${idOf('read')}`, at: before },
    { url: `/chats/${idOf('unread')}`, at: before },
    { url: `/chats/${idOf('read')}`, at: since },
    { url: '/likes', at: before },
  ];
  await queryClient.fetchQuery({
    queryKey: queryKeys.user,
    queryFn: async () => aUser({ badge: { unread_messages: 2, new_likes: 1, unseen_notifications: 5 } }),
    staleTime: 0,
  });
  await settled();
  expect(fixture.closed).toEqual([`/chats/${idOf('read')}`]);
  vi.stubGlobal('Notification', { permission: 'default' });
  await queryClient.fetchQuery({ queryKey: queryKeys.user, queryFn: async () => aUser(), staleTime: 0 });
  await settled();
  expect(fixture.closed).toHaveLength(1);
});

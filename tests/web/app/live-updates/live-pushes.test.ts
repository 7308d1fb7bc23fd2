import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PushNote } from '#contract/notifications/push-payload';
import { queryClient } from '../../../../web/api/query-client.ts';
import { keys } from '../../../../web/api/query-keys.ts';
import { followPushes } from '../../../../web/app/live-updates/live-pushes.ts';
import { signIn } from '../../../../web/session/user.ts';
import { aChat, aUser, idOf, likesOf, ME } from '../../fixtures.ts';
import { aWindow } from '../../realtime/fake-network.ts';

const world = vi.hoisted(() => ({
  socket: 'open',
  hear: (_: PushNote | null): void => undefined,
  badges: [] as number[],
  closed: [] as string[],
}));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/realtime/member-events.ts', () => ({ socketState: () => world.socket, onSocketState: () => () => undefined }));
vi.mock('../../../../web/pwa/push/push.ts', async () => {
  const { createStore } = await import('../../../../web/platform/store.ts');
  const push = createStore({ isCapable: true, state: 'subscribed', isSubscribed: true, lastMessage: null as PushNote | null });
  world.hear = (lastMessage) => push.set({ ...push.get(), lastMessage });
  return { push, followPush: () => () => undefined, syncPush: async () => undefined };
});

const NOTE: PushNote = { type: 'message', member: ME, unread: 9, title: 'Vonk', body: 'One', url: '/chats', tag: 'one' };
/** The notifications that the device shows: where each leads to, and when it came (ms). */
let standing: { url: string; at: number }[];
let end: () => void;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => {
  aWindow();
  const notificationOf = (data: { url: string; at: number }) => ({ data, close: () => world.closed.push(data.url) });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void world.badges.push(count),
    clearAppBadge: async () => void world.badges.push(0),
    serviceWorker: { getRegistration: async () => ({ getNotifications: async () => standing.map(notificationOf) }) },
  });
  Object.assign(world, { socket: 'open', badges: [], closed: [] });
  standing = [];
  signIn(aUser({ badge: { unread_messages: 2, new_likes: 1 } }));
  queryClient.setQueryData(keys.chats, { chats: [aChat('read', 3), aChat('unread', 4, { unread: 2 })], total: 2, next: null });
  queryClient.setQueryData(keys.likes, likesOf([]));
  end = followPushes(queryClient);
});
afterEach(() => {
  end();
  world.hear(null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const isAskedAnew = () => [keys.user, keys.chats, keys.likes].map((key) => queryClient.getQueryState(key)?.isInvalidated);

describe('a push that comes while the page is open', () => {
  test('outdates user, chats and likes while no socket is open', async () => {
    world.socket = 'closed';
    world.hear(NOTE);
    await settled();
    expect(isAskedAnew()).toEqual([true, true, true]);
  });

  test('outdates nothing while a socket is open, and the app badge shows the count that this page knows', async () => {
    world.hear(NOTE);
    await settled();
    expect([isAskedAnew(), world.badges]).toEqual([[false, false, false], [3]]);
    queryClient.setQueryData(keys.user, null);
    world.hear({ ...NOTE, unread: 8 });
    await settled();
    expect(world.badges).toEqual([3, 0]);
  });
});

test('notifications of what has been read are closed, but none that came after that', async () => {
  const [before, since] = [Date.now() - 5000, Date.now() + 5000];
  standing = [
    { url: `/chats/${idOf('read')}`, at: before },
    { url: `/chats/${idOf('unread')}`, at: before },
    { url: `/chats/${idOf('read')}`, at: since },
    { url: '/likes', at: before },
  ];
  await queryClient.fetchQuery({
    queryKey: keys.user,
    queryFn: async () => aUser({ badge: { unread_messages: 2, new_likes: 1 } }),
    staleTime: 0,
  });
  await settled();
  expect(world.closed).toEqual([`/chats/${idOf('read')}`]);
  vi.stubGlobal('Notification', { permission: 'default' });
  await queryClient.fetchQuery({ queryKey: keys.user, queryFn: async () => aUser(), staleTime: 0 });
  await settled();
  expect(world.closed).toHaveLength(1);
});

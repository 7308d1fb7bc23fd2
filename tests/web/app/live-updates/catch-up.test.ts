import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/account';
import { queryClient } from '../../../../web/api/query-client.ts';
import { followFirstOpening } from '../../../../web/app/live-updates/catch-up.ts';
import { wire } from '../../../../web/realtime/member-events.ts';
import { currentUser, refreshUser, signIn } from '../../../../web/session/user.ts';
import { aUser } from '../../fixtures.ts';

/** The calls for the user that are under way, oldest first; the test answers them by these functions. */
const looks = vi.hoisted((): ((user: User) => void)[] => []);
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: () => new Promise((resolve) => looks.push((user: User) => resolve({ user }))),
}));

const withUnread = (unread_messages: number) => aUser({ badge: { unread_messages, new_likes: 0 } });
let end: () => void;

beforeEach(() => {
  looks.length = 0;
  signIn(withUnread(0));
  end = followFirstOpening();
});
afterEach(() => {
  end();
  wire.setState('closed');
  queryClient.clear();
});

test('the first connection of a page reloads the user; a reconnect does not', async () => {
  wire.setState('open');
  await expect.poll(() => looks.length).toBe(1);
  looks[0]?.(withUnread(1));
  await expect.poll(() => currentUser()?.badge.unread_messages).toBe(1);
  wire.setState('connecting');
  wire.setState('open');
  await Promise.resolve();
  expect(looks).toHaveLength(1);
});

test('a call for the user that is under way at the first connection is repeated', async () => {
  const poll = refreshUser();
  await expect.poll(() => looks.length).toBe(1);
  wire.setState('open');
  looks[0]?.(withUnread(0));
  await expect.poll(() => looks.length).toBe(2);
  looks[1]?.(withUnread(1));
  await poll;
  expect(currentUser()?.badge.unread_messages).toBe(1);
});

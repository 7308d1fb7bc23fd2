import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/account';
import { queryClient } from '../../../../web/api/query-client.ts';
import { catchUpOnFirstConnection } from '../../../../web/app/live-updates/catch-up.ts';
import { socketInternals } from '../../../../web/realtime/member-events.ts';
import { currentUser, refreshUser, startSession } from '../../../../web/session/user.ts';
import { aUser } from '../../fixtures.ts';

/** The calls for the user that are under way, oldest first; the test answers them by these functions. */
const userCalls = vi.hoisted((): ((user: User) => void)[] => []);
vi.mock('../../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: () => new Promise((resolve) => userCalls.push((user: User) => resolve({ user }))),
}));

const withUnread = (unread_messages: number) => aUser({ badge: { unread_messages, new_likes: 0, unseen_notifications: 0 } });
let end: () => void;

beforeEach(() => {
  userCalls.length = 0;
  startSession(withUnread(0));
  end = catchUpOnFirstConnection();
});
afterEach(() => {
  end();
  socketInternals.setState('closed');
  queryClient.clear();
});

test('the first connection of a page reloads the user; a reconnect does not', async () => {
  socketInternals.setState('open');
  await expect.poll(() => userCalls.length).toBe(1);
  userCalls[0]?.(withUnread(1));
  await expect.poll(() => currentUser()?.badge.unread_messages).toBe(1);
  socketInternals.setState('connecting');
  socketInternals.setState('open');
  await Promise.resolve();
  expect(userCalls).toHaveLength(1);
});

test('a call for the user that is under way at the first connection is repeated', async () => {
  const poll = refreshUser();
  await expect.poll(() => userCalls.length).toBe(1);
  socketInternals.setState('open');
  userCalls[0]?.(withUnread(0));
  await expect.poll(() => userCalls.length).toBe(2);
  userCalls[1]?.(withUnread(1));
  await poll;
  expect(currentUser()?.badge.unread_messages).toBe(1);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '#contract/account';
import { queryClient } from '../../../web/api/query-client.ts';
import { queryKeys } from '../../../web/api/query-keys.ts';
import { refreshUser } from '../../../web/session/user.ts';
import { aUser } from '../fixtures.ts';

type Answer = PromiseWithResolvers<{ user: User }>;

const calls = vi.hoisted((): Answer[] => []);
vi.mock('../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: () => {
    calls.push(Promise.withResolvers());
    return calls.at(-1)?.promise;
  },
}));

const me = aUser();
const withUnread = (unread_messages: number): User => ({ ...me, badge: { ...me.badge, unread_messages } });
const unread = () => queryClient.getQueryData<User>(queryKeys.user)?.badge.unread_messages;
const setUnread = (count: number) => queryClient.setQueryData(queryKeys.user, withUnread(count));
/** The server answers the latest call. */
const answer = (count: number) => calls.at(-1)?.resolve({ user: withUnread(count) });

beforeEach(() => {
  calls.length = 0;
  setUnread(2);
});
afterEach(() => queryClient.clear());

test('an answer is taken as it is if the cache did not change during the call', async () => {
  const asked = refreshUser();
  answer(3);
  await asked;
  expect([unread(), calls.length]).toEqual([3, 1]);
});

test('messages read during the call are not counted again by its older answer', async () => {
  const asked = refreshUser();
  setUnread(0);
  answer(2);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(unread()).toBe(0);
  answer(0);
  await asked;
  expect([unread(), calls.length]).toEqual([0, 2]);
});

test('changes during every call do not repeat it without end', async () => {
  const asked = refreshUser();
  for (const [times, count] of [4, 5, 6].entries()) {
    await vi.waitFor(() => expect(calls).toHaveLength(times + 1));
    setUnread(count);
    answer(count);
  }
  await asked;
  expect([unread(), calls.length]).toEqual([6, 3]);
});

test('a first call is repeated if its query is outdated while it is under way', async () => {
  queryClient.clear();
  const asked = refreshUser();
  void queryClient.invalidateQueries({ queryKey: queryKeys.user });
  answer(0);
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  answer(1);
  await asked;
  expect([unread(), calls.length]).toEqual([1, 2]);
});

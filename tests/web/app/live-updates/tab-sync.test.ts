import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setBadge } from '../../../../web/api/chat/cached-chats.ts';
import { queryClient } from '../../../../web/api/query-client.ts';
import { startPolling } from '../../../../web/app/live-updates/polling.ts';
import { shareBadge } from '../../../../web/app/live-updates/tab-sync.ts';
import type { Word } from '../../../../web/platform/tab-channel.ts';
import { currentUser, signIn } from '../../../../web/session/user.ts';
import { aUser } from '../../fixtures.ts';
import { aWindow } from '../../realtime/fake-network.ts';

vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));

const read = { unread_messages: 0, new_likes: 0 };
const unread = { unread_messages: 1, new_likes: 0 };
const answers = (at: number): Word => ({
  ...{ type: 'answers', askedAt: at, chats: null, likes: null },
  user: { at, data: aUser({ badge: read }) },
});
/** What this tab has said, and a word from another one. */
let said: Word[];
let hearAll: (word: Word) => void;
let ends: (() => void)[];

function start(jobs: readonly ((tabs: Parameters<typeof shareBadge>[0]) => () => void)[]): void {
  const listeners = new Set<(word: Word) => void>();
  const tabs = {
    say: (word: Word) => void said.push(word),
    hear: (listener: (word: Word) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  hearAll = (word) => {
    for (const listener of listeners) listener(word);
  };
  ends = jobs.map((job) => job(tabs));
}
const poll = (tabs: Parameters<typeof shareBadge>[0]) => startPolling(() => false, tabs);
const badgesSaid = () => said.filter(({ type }) => type === 'badge');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  aWindow();
  // The lock is another tab's.
  vi.stubGlobal('navigator', { onLine: true, locks: { request: () => new Promise(() => undefined) } });
  said = [];
  signIn(aUser({ badge: unread }));
});
afterEach(() => {
  for (const end of ends) end();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the numbers of one tab', () => {
  test('are said to the others when they change here, once', async () => {
    start([shareBadge]);
    setBadge(queryClient, read);
    await Promise.resolve();
    setBadge(queryClient, read);
    await Promise.resolve();
    expect(badgesSaid()).toEqual([{ type: 'badge', badge: read }]);
  });

  test.each([
    ['before', [shareBadge, poll]],
    ['after', [poll, shareBadge]],
  ] as const)('are not said back to the tab they came from, if it heard of them %s the poller did', async (_, jobs) => {
    start(jobs);
    hearAll(answers(Date.now() + 1000));
    await Promise.resolve();
    expect(currentUser()?.badge).toEqual(read);
    hearAll({ type: 'badge', badge: unread });
    await Promise.resolve();
    expect(currentUser()?.badge).toEqual(unread);
    expect(badgesSaid()).toEqual([]);
  });
});

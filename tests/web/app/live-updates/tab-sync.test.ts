import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setBadge } from '../../../../web/api/chat/cached-chats.ts';
import { queryClient } from '../../../../web/api/query-client.ts';
import { startPolling } from '../../../../web/app/live-updates/polling.ts';
import { shareBadge } from '../../../../web/app/live-updates/tab-sync.ts';
import type { TabMessage } from '../../../../web/platform/tab-channel.ts';
import { currentUser, sessionConfirmedAt, startSession } from '../../../../web/session/user.ts';
import { aUser } from '../../fixtures.ts';
import { stubWindow } from '../../realtime/fake-network.ts';

vi.mock('../../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));

const read = { unread_messages: 0, new_likes: 0, unseen_notifications: 0 };
const unread = { unread_messages: 1, new_likes: 0, unseen_notifications: 1 };
const answers = (at: number): TabMessage => ({
  type: 'answers',
  askedAt: at,
  chats: null,
  likes: null,
  confirmedAt: at,
  user: { at, data: aUser({ badge: read }) },
});
/** The messages that this tab has sent. */
let sentToTabs: TabMessage[];
/** Delivers a message of another tab. */
let receiveFromTab: (word: TabMessage) => void;
let ends: (() => void)[];

function start(jobs: readonly ((tabs: Parameters<typeof shareBadge>[0]) => () => void)[]): void {
  const listeners = new Set<(word: TabMessage) => void>();
  const tabs = {
    send: (word: TabMessage) => void sentToTabs.push(word),
    listen: (listener: (word: TabMessage) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  receiveFromTab = (word) => {
    for (const listener of listeners) listener(word);
  };
  ends = jobs.map((job) => job(tabs));
}
const poll = (tabs: Parameters<typeof shareBadge>[0]) => startPolling(() => false, tabs);
const sentBadges = () => sentToTabs.filter(({ type }) => type === 'badge');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  stubWindow();
  // Another tab holds the lock for polling.
  vi.stubGlobal('navigator', { onLine: true, locks: { request: () => new Promise(() => undefined) } });
  sentToTabs = [];
  startSession(aUser({ badge: unread }));
});
afterEach(() => {
  for (const end of ends) end();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the answers of the tab that polls', () => {
  test('confirm the session here too, before what comes with them is stored, and never earlier than it was', () => {
    const startedAt = Date.now();
    const seen: (number | null)[] = [];
    const stopWatching = queryClient.getQueryCache().subscribe(() => void seen.push(sessionConfirmedAt()));
    start([poll]);
    receiveFromTab(answers(startedAt + 60_000));
    stopWatching();
    expect([new Set(seen), sessionConfirmedAt()]).toEqual([new Set([startedAt + 60_000]), startedAt + 60_000]);
    receiveFromTab(answers(startedAt));
    expect(sessionConfirmedAt()).toBe(startedAt + 60_000);
  });
});

describe('the badge of one tab', () => {
  test('is sent to the others once when it changes here', async () => {
    start([shareBadge]);
    setBadge(queryClient, read);
    await Promise.resolve();
    setBadge(queryClient, read);
    await Promise.resolve();
    expect(sentBadges()).toEqual([{ type: 'badge', badge: read }]);
  });

  test.each([
    ['before', [shareBadge, poll]],
    ['after', [poll, shareBadge]],
  ] as const)('is not sent back to the tab it came from, if badges are followed %s the polling starts', async (_, jobs) => {
    start(jobs);
    receiveFromTab(answers(Date.now() + 1000));
    await Promise.resolve();
    expect(currentUser()?.badge).toEqual(read);
    receiveFromTab({ type: 'badge', badge: unread });
    await Promise.resolve();
    expect(currentUser()?.badge).toEqual(unread);
    expect(sentBadges()).toEqual([]);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportVisibility } from '../../../../web/app/live-updates/page-visibility.ts';
import type { TabMessage } from '../../../../web/platform/tab-channel.ts';
import { refreshUser } from '../../../../web/session/user.ts';
import { aUser } from '../../fixtures.ts';
import { stubWindow } from '../../realtime/fake-network.ts';

const fixture = vi.hoisted(() => ({
  asked: 0,
  isOtherSeen: false,
  isQueueFull: false,
  beacons: [] as unknown[],
  requests: [] as unknown[],
  answer: null as Promise<void> | null,
}));
vi.mock('../../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: async () => {
    fixture.asked += 1;
    await fixture.answer;
    return { user: aUser() };
  },
}));

let page: ReturnType<typeof stubWindow>;
let sentToTabs: TabMessage[];
let receiveFromTab: (word: TabMessage) => void;
let end: () => void;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const show = async (state: 'visible' | 'hidden') => {
  page.show(state);
  await settled();
};

const follow = () =>
  reportVisibility({
    send: (word) => void sentToTabs.push(word),
    listen: (listener) => {
      receiveFromTab = listener;
      return () => undefined;
    },
    close: () => undefined,
  });

beforeEach(() => {
  page = stubWindow();
  Object.assign(fixture, { asked: 0, isOtherSeen: false, isQueueFull: false, beacons: [], requests: [], answer: null });
  vi.stubGlobal('navigator', {
    locks: { query: async () => ({ held: fixture.isOtherSeen ? [{ name: 'poller' }] : [{ name: 'outbox' }], pending: [] }) },
    sendBeacon: (path: string, body: Blob) => !fixture.isQueueFull && fixture.beacons.push([path, body.type]) > 0,
  });
  vi.stubGlobal('fetch', async (...request: unknown[]) => fixture.requests.push(request));
  sentToTabs = [];
  end = follow();
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

const BEACON = ['/api/page-hidden.php', 'application/json'];

test('a hidden page sends a beacon; a page that is shown again reloads the user, once', async () => {
  await show('hidden');
  expect([fixture.beacons, sentToTabs, fixture.asked]).toEqual([[BEACON], [{ type: 'seen', isSeen: false }], 0]);
  await show('visible');
  expect([fixture.beacons.length, sentToTabs.at(-1), fixture.asked]).toEqual([1, { type: 'seen', isSeen: true }, 1]);
  await show('visible');
  expect(fixture.asked).toBe(1);
});

test('a page that was hidden before its visibility was followed reports it then', async () => {
  end();
  await show('hidden');
  expect(fixture.beacons).toEqual([]);
  end = follow();
  await settled();
  expect([fixture.beacons, sentToTabs]).toEqual([[BEACON], [{ type: 'seen', isSeen: false }]]);
});

test('a page that is shown again makes a call of its own, even if one is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  fixture.answer = promise;
  const before = refreshUser();
  await settled();
  await show('hidden');
  await show('visible');
  expect(fixture.asked).toBe(1);
  resolve();
  await before;
  expect(fixture.asked).toBe(2);
});

test('nothing is reported while another tab is visible, nor if the page is shown again before that is known', async () => {
  fixture.isOtherSeen = true;
  await show('hidden');
  expect(fixture.beacons).toEqual([]);
  await show('visible');
  fixture.isOtherSeen = false;
  page.show('hidden');
  page.show('visible');
  await settled();
  expect([fixture.beacons, sentToTabs, fixture.asked]).toEqual([[], [], 0]);
});

test('a page that is closed sends its beacon without asking for other tabs', async () => {
  fixture.isOtherSeen = true;
  page.show('hidden');
  page.close();
  expect(fixture.beacons).toEqual([BEACON]);
  await settled();
  expect(fixture.beacons).toHaveLength(1);
});

test('a tab that is shown takes back what another tab has reported', async () => {
  receiveFromTab({ type: 'seen', isSeen: false });
  await show('visible');
  expect([sentToTabs, fixture.asked]).toEqual([[{ type: 'seen', isSeen: true }], 1]);
});

test('nothing is reported after the end of a session', async () => {
  end();
  await show('hidden');
  expect(fixture.beacons).toEqual([]);
});

test('a visible tab contradicts another one that reports the member as hidden; a hidden tab does not', async () => {
  receiveFromTab({ type: 'seen', isSeen: false });
  await settled();
  expect([sentToTabs, fixture.asked]).toEqual([[{ type: 'seen', isSeen: true }], 1]);
  page.show('hidden');
  receiveFromTab({ type: 'seen', isSeen: false });
  await settled();
  expect(fixture.asked).toBe(1);
});

test.each<[string, () => void]>([
  [
    'pagehide, then visibilitychange (Chromium, Firefox)',
    () => {
      page.close();
      page.show('hidden');
    },
  ],
  [
    'visibilitychange, then pagehide (older Chromium and Firefox)',
    () => {
      page.show('hidden');
      page.close();
    },
  ],
  ['pagehide alone (older Safari)', () => page.close()],
])('closing a visible page sends one beacon before its end, whether or not another tab can be seen: %s', async (_, close) => {
  fixture.isOtherSeen = true;
  close();
  expect([fixture.beacons, sentToTabs]).toEqual([[BEACON], [{ type: 'seen', isSeen: false }]]);
  await settled();
  expect(fixture.beacons).toHaveLength(1);
});

test('a hidden tab that is closed while another one is visible reports nothing', async () => {
  fixture.isOtherSeen = true;
  await show('hidden');
  page.close();
  await settled();
  expect([fixture.beacons, sentToTabs]).toEqual([[], []]);
});

test('a page that is frozen before the other tabs are known reports at once, and not again when it is closed', async () => {
  page.show('hidden');
  page.freeze();
  expect(fixture.beacons).toEqual([BEACON]);
  await settled();
  page.resume();
  page.freeze();
  page.close();
  expect(fixture.beacons).toHaveLength(1);
});

test('a page that returns from the back/forward cache reports that it is visible again', async () => {
  page.close();
  await show('hidden');
  page.show('visible');
  page.restore();
  await settled();
  expect([fixture.beacons.length, sentToTabs.at(-1)]).toEqual([1, { type: 'seen', isSeen: true }]);
  expect(fixture.asked).toBeGreaterThan(0);
});

test('where the beacon queue is full a keepalive request is sent instead', () => {
  fixture.isQueueFull = true;
  page.close();
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}', keepalive: true };
  expect(fixture.requests).toEqual([['/api/page-hidden.php', request]]);
});

test('a visible tab contradicts another one that was closed', async () => {
  receiveFromTab({ type: 'seen', isSeen: false });
  await settled();
  expect([fixture.beacons, sentToTabs, fixture.asked]).toEqual([[], [{ type: 'seen', isSeen: true }], 1]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followSight } from '../../../../web/app/live-updates/page-visibility.ts';
import type { Word } from '../../../../web/platform/tab-channel.ts';
import { refreshUser } from '../../../../web/session/user.ts';
import { aUser } from '../../fixtures.ts';
import { aWindow } from '../../realtime/fake-network.ts';

const world = vi.hoisted(() => ({
  asked: 0,
  isOtherSeen: false,
  isQueueFull: false,
  beacons: [] as unknown[],
  requests: [] as unknown[],
  answer: null as Promise<void> | null,
}));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: async () => {
    world.asked += 1;
    await world.answer;
    return { user: aUser() };
  },
}));

let page: ReturnType<typeof aWindow>;
let said: Word[];
let hear: (word: Word) => void;
let end: () => void;
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const show = async (state: 'visible' | 'hidden') => {
  page.show(state);
  await settled();
};

const follow = () =>
  followSight({
    say: (word) => void said.push(word),
    hear: (listener) => {
      hear = listener;
      return () => undefined;
    },
    close: () => undefined,
  });

beforeEach(() => {
  page = aWindow();
  Object.assign(world, { asked: 0, isOtherSeen: false, isQueueFull: false, beacons: [], requests: [], answer: null });
  vi.stubGlobal('navigator', {
    locks: { query: async () => ({ held: world.isOtherSeen ? [{ name: 'poller' }] : [{ name: 'outbox' }], pending: [] }) },
    sendBeacon: (path: string, body: Blob) => !world.isQueueFull && world.beacons.push([path, body.type]) > 0,
  });
  vi.stubGlobal('fetch', async (...request: unknown[]) => world.requests.push(request));
  said = [];
  end = follow();
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

const BEACON = ['/api/page-hidden.php', 'application/json'];

test('a hidden page sends a beacon; a page that is shown again reloads the user, once', async () => {
  await show('hidden');
  expect([world.beacons, said, world.asked]).toEqual([[BEACON], [{ type: 'seen', isSeen: false }], 0]);
  await show('visible');
  expect([world.beacons.length, said.at(-1), world.asked]).toEqual([1, { type: 'seen', isSeen: true }, 1]);
  await show('visible');
  expect(world.asked).toBe(1);
});

test('a page that was hidden before its visibility was followed reports it then', async () => {
  end();
  await show('hidden');
  expect(world.beacons).toEqual([]);
  end = follow();
  await settled();
  expect([world.beacons, said]).toEqual([[BEACON], [{ type: 'seen', isSeen: false }]]);
});

test('a page that is shown again makes a call of its own, even if one is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  world.answer = promise;
  const before = refreshUser();
  await settled();
  await show('hidden');
  await show('visible');
  expect(world.asked).toBe(1);
  resolve();
  await before;
  expect(world.asked).toBe(2);
});

test('nothing is reported while another tab is visible, nor if the page is shown again before that is known', async () => {
  world.isOtherSeen = true;
  await show('hidden');
  expect(world.beacons).toEqual([]);
  await show('visible');
  world.isOtherSeen = false;
  page.show('hidden');
  page.show('visible');
  await settled();
  expect([world.beacons, said, world.asked]).toEqual([[], [], 0]);
});

test('a page that is closed sends its beacon without asking for other tabs', async () => {
  world.isOtherSeen = true;
  page.show('hidden');
  page.close();
  expect(world.beacons).toEqual([BEACON]);
  await settled();
  expect(world.beacons).toHaveLength(1);
});

test('a tab that is shown takes back what another tab has reported', async () => {
  hear({ type: 'seen', isSeen: false });
  await show('visible');
  expect([said, world.asked]).toEqual([[{ type: 'seen', isSeen: true }], 1]);
});

test('nothing is reported after the end of a session', async () => {
  end();
  await show('hidden');
  expect(world.beacons).toEqual([]);
});

test('a visible tab contradicts another one that reports the member as hidden; a hidden tab does not', async () => {
  hear({ type: 'seen', isSeen: false });
  await settled();
  expect([said, world.asked]).toEqual([[{ type: 'seen', isSeen: true }], 1]);
  page.show('hidden');
  hear({ type: 'seen', isSeen: false });
  await settled();
  expect(world.asked).toBe(1);
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
  world.isOtherSeen = true;
  close();
  expect([world.beacons, said]).toEqual([[BEACON], [{ type: 'seen', isSeen: false }]]);
  await settled();
  expect(world.beacons).toHaveLength(1);
});

test('a hidden tab that is closed while another one is visible reports nothing', async () => {
  world.isOtherSeen = true;
  await show('hidden');
  page.close();
  await settled();
  expect([world.beacons, said]).toEqual([[], []]);
});

test('a page that is frozen before the other tabs are known reports at once, and not again when it is closed', async () => {
  page.show('hidden');
  page.freeze();
  expect(world.beacons).toEqual([BEACON]);
  await settled();
  page.resume();
  page.freeze();
  page.close();
  expect(world.beacons).toHaveLength(1);
});

test('a page that returns from the back/forward cache reports that it is visible again', async () => {
  page.close();
  await show('hidden');
  page.show('visible');
  page.restore();
  await settled();
  expect([world.beacons.length, said.at(-1)]).toEqual([1, { type: 'seen', isSeen: true }]);
  expect(world.asked).toBeGreaterThan(0);
});

test('where the beacon queue is full a keepalive request is sent instead', () => {
  world.isQueueFull = true;
  page.close();
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}', keepalive: true };
  expect(world.requests).toEqual([['/api/page-hidden.php', request]]);
});

test('a visible tab contradicts another one that was closed', async () => {
  hear({ type: 'seen', isSeen: false });
  await settled();
  expect([world.beacons, said, world.asked]).toEqual([[], [{ type: 'seen', isSeen: true }], 1]);
});

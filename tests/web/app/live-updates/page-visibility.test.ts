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

test('the server is told when nobody looks any more, and that somebody does again', async () => {
  await show('hidden');
  expect([world.beacons, said, world.asked]).toEqual([[BEACON], [{ type: 'seen', isSeen: false }], 0]);
  await show('visible');
  expect([world.beacons.length, said.at(-1), world.asked]).toEqual([1, { type: 'seen', isSeen: true }, 1]);
  await show('visible');
  expect(world.asked).toBe(1);
});

test('a page that went out of sight before anything followed it tells so', async () => {
  end();
  await show('hidden');
  expect(world.beacons).toEqual([]);
  end = follow();
  await settled();
  expect([world.beacons, said]).toEqual([[BEACON], [{ type: 'seen', isSeen: false }]]);
});

test('somebody who looks again is told of in a call of its own, whatever was on its way', async () => {
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

test('nothing is told while another tab can be seen, nor for a look that is over before that is known', async () => {
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

test('a page that is closed has no time to ask for the others', async () => {
  world.isOtherSeen = true;
  page.show('hidden');
  page.close();
  expect(world.beacons).toEqual([BEACON]);
  await settled();
  expect(world.beacons).toHaveLength(1);
});

test('a tab knows what another has told, and takes that back when it is seen', async () => {
  hear({ type: 'seen', isSeen: false });
  await show('visible');
  expect([said, world.asked]).toEqual([[{ type: 'seen', isSeen: true }], 1]);
});

test('after the end of a session nothing is told', async () => {
  end();
  await show('hidden');
  expect(world.beacons).toEqual([]);
});

test('a tab that was left for another one while that came to the front does not leave its member gone', async () => {
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
])('closing a visible page sends one beacon before its end, whether or not another tab can be seen: %s', async (_, ends) => {
  world.isOtherSeen = true;
  ends();
  expect([world.beacons, said]).toEqual([[BEACON], [{ type: 'seen', isSeen: false }]]);
  await settled();
  expect(world.beacons).toHaveLength(1);
});

test('a tab that lies behind others has told all it knows when it is closed', async () => {
  world.isOtherSeen = true;
  await show('hidden');
  page.close();
  await settled();
  expect([world.beacons, said]).toEqual([[], []]);
});

test('a page that is frozen before the other tabs are known tells at once, and one that was told of no more', async () => {
  page.show('hidden');
  page.freeze();
  expect(world.beacons).toEqual([BEACON]);
  await settled();
  page.resume();
  page.freeze();
  page.close();
  expect(world.beacons).toHaveLength(1);
});

test('a page that the browser has kept and brings back tells that it is seen again', async () => {
  page.close();
  await show('hidden');
  page.show('visible');
  page.restore();
  await settled();
  expect([world.beacons.length, said.at(-1)]).toEqual([1, { type: 'seen', isSeen: true }]);
  expect(world.asked).toBeGreaterThan(0);
});

test('where no more beacons are queued a request that outlives its page takes its place', () => {
  world.isQueueFull = true;
  page.close();
  const request = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}', keepalive: true };
  expect(world.requests).toEqual([['/api/page-hidden.php', request]]);
});

test('a tab that can be seen answers one that was closed beside it', async () => {
  hear({ type: 'seen', isSeen: false });
  await settled();
  expect([world.beacons, said, world.asked]).toEqual([[], [{ type: 'seen', isSeen: true }], 1]);
});

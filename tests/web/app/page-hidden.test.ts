import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followSight } from '../../../web/app/page-hidden.ts';
import type { Word } from '../../../web/session/other-tabs.ts';
import { aWindow } from '../realtime/fake-network.ts';
import { aUser } from '../shapes.ts';

const world = vi.hoisted(() => ({ asked: 0, isOtherSeen: false, beacons: [] as unknown[] }));
vi.mock('../../../web/session/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: async () => {
    world.asked += 1;
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

beforeEach(() => {
  page = aWindow();
  Object.assign(world, { asked: 0, isOtherSeen: false, beacons: [] });
  vi.stubGlobal('navigator', {
    locks: { query: async () => ({ held: world.isOtherSeen ? [{ name: 'poller' }] : [{ name: 'outbox' }], pending: [] }) },
    sendBeacon: (path: string, body: Blob) => world.beacons.push([path, body.type]),
  });
  said = [];
  end = followSight({
    say: (word) => void said.push(word),
    hear: (listener) => {
      hear = listener;
      return () => undefined;
    },
    close: () => undefined,
  });
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

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../web/api/query-client.ts';
import { isReached, noteReach } from '../../../../web/api/reachability.ts';
import { followReach } from '../../../../web/app/live-updates/probe-server.ts';
import { aUser } from '../../fixtures.ts';
import { aWindow } from '../../realtime/fake-network.ts';

const world = vi.hoisted(() => ({ asked: 0, isUnreachable: true }));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: async () => {
    world.asked += 1;
    noteReach(!world.isUnreachable);
    if (world.isUnreachable) throw new Error('away');
    return { user: aUser() };
  },
}));

let page: ReturnType<typeof aWindow>;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  page = aWindow();
  Object.assign(world, { asked: 0, isUnreachable: true });
  noteReach(true);
  end = followReach();
});
afterEach(() => {
  end();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const lose = () => {
  noteReach(false);
  noteReach(false);
};

test('a server that does not answer is asked until it does, two to four times a minute, and then no more', async () => {
  await vi.advanceTimersByTimeAsync(300_000);
  expect(world.asked).toBe(0);
  lose();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(world.asked).toBeGreaterThanOrEqual(10);
  expect(world.asked).toBeLessThanOrEqual(20);
  world.isUnreachable = false;
  await vi.advanceTimersByTimeAsync(30_000);
  const before = world.asked;
  expect(isReached.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(world.asked).toBe(before);
});

test('it is asked at once when the network is back or the page is shown again, and not while the page is hidden', async () => {
  lose();
  page.show('hidden');
  page.goOnline();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(world.asked).toBe(0);
  page.show('visible');
  await vi.advanceTimersByTimeAsync(0);
  page.goOnline();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.asked).toBe(2);
});

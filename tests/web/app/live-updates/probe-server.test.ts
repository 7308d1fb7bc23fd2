import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../web/api/query-client.ts';
import { isServerReachable, recordReachability } from '../../../../web/api/reachability.ts';
import { probeWhileUnreachable } from '../../../../web/app/live-updates/probe-server.ts';
import { aUser } from '../../fixtures.ts';
import { stubWindow } from '../../realtime/fake-network.ts';

const fixture = vi.hoisted(() => ({ asked: 0, isUnreachable: true }));
vi.mock('../../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: async () => {
    fixture.asked += 1;
    recordReachability(!fixture.isUnreachable);
    if (fixture.isUnreachable) throw new Error('away');
    return { user: aUser() };
  },
}));

let page: ReturnType<typeof stubWindow>;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  page = stubWindow();
  Object.assign(fixture, { asked: 0, isUnreachable: true });
  recordReachability(true);
  end = probeWhileUnreachable();
});
afterEach(() => {
  end();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const loseServer = () => {
  recordReachability(false);
  recordReachability(false);
};

test('a server that does not answer is asked until it does, two to four times a minute, and then no more', async () => {
  await vi.advanceTimersByTimeAsync(300_000);
  expect(fixture.asked).toBe(0);
  loseServer();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(fixture.asked).toBeGreaterThanOrEqual(10);
  expect(fixture.asked).toBeLessThanOrEqual(20);
  fixture.isUnreachable = false;
  await vi.advanceTimersByTimeAsync(30_000);
  const before = fixture.asked;
  expect(isServerReachable.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(fixture.asked).toBe(before);
});

test('it is asked at once when the network is back or the page is shown again, and not while the page is hidden', async () => {
  loseServer();
  page.show('hidden');
  page.goOnline();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(fixture.asked).toBe(0);
  page.show('visible');
  await vi.advanceTimersByTimeAsync(0);
  page.goOnline();
  await vi.advanceTimersByTimeAsync(0);
  expect(fixture.asked).toBe(2);
});

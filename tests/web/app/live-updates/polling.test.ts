import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR } from '#contract/durations';
import { queryClient } from '../../../../web/api/query-client.ts';
import { startPolling } from '../../../../web/app/live-updates/polling.ts';
import { openMemberSocket } from '../../../../web/realtime/member-socket.ts';
import { aUser, likesOf } from '../../fixtures.ts';
import { FakeSocket, latestSocket, stubWindow } from '../../realtime/fake-network.ts';

const calls = vi.hoisted((): { at: number; path: string }[] => []);
vi.mock('../../../../web/boot/initial-answers.ts', () => ({ takeInitialAnswer: () => undefined, discardInitialAnswers: () => undefined }));
vi.mock('../../../../web/boot/boot.ts', () => ({ boot: { user: 'unknown' } }));
vi.mock('../../../../web/api/call.ts', () => ({
  CallError: class extends Error {},
  onRefusal: () => undefined,
  call: async ({ path }: { path: string }) => {
    calls.push({ at: Date.now(), path });
    if (path === '/api/room.php') return { room: 'room-of-this-member-01', host: 'rooms.example', ticket: 'ticket' };
    if (path === '/api/user.php') return { user: aUser() };
    return path === '/api/chats.php' ? { chats: [], total: 0, next: null } : likesOf([]);
  },
}));

const NO_OTHER_TABS = { send: () => undefined, listen: () => () => undefined };
let page: ReturnType<typeof stubWindow>;
let ends: (() => void)[] = [];
const pathsAfter = (time: number) => calls.flatMap(({ at, path }) => (at > time ? [path] : []));
/** Lets time go by with a room that answers every ping. */
async function pass(ms: number): Promise<void> {
  for (const until = Date.now() + ms; Date.now() < until; ) {
    await vi.advanceTimersByTimeAsync(Math.min(5000, until - Date.now()));
    if (FakeSocket.all.at(-1)?.readyState === FakeSocket.OPEN) latestSocket().receive('pong');
  }
}
async function anOpenPage(): Promise<number> {
  ends = [openMemberSocket(), startPolling(() => false, NO_OTHER_TABS)];
  await vi.advanceTimersByTimeAsync(0);
  latestSocket().open();
  await pass(1000);
  return Date.now();
}

beforeEach(() => {
  vi.useFakeTimers();
  page = stubWindow();
  // Without Web Locks every tab asks for itself.
  vi.stubGlobal('navigator', { onLine: true });
  calls.length = 0;
});
afterEach(() => {
  for (const end of ends) end();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a member with an open page and nothing that is new', () => {
  it('makes twelve requests an hour with a socket: each polled call once in fifteen minutes', async () => {
    const from = await anOpenPage();
    await pass(HOUR);
    const paths = pathsAfter(from);
    for (const path of ['/api/user.php', '/api/chats.php', '/api/likes.php']) expect(paths.filter((one) => one === path)).toHaveLength(4);
    expect(paths).toHaveLength(12);
  });

  it('makes no more of them when the tab is hidden and shown again', async () => {
    const from = await anOpenPage();
    for (let minute = 0; minute < 60; minute += 1) {
      page.show(minute % 2 ? 'visible' : 'hidden');
      await pass(60_000);
    }
    expect(pathsAfter(from)).toHaveLength(12);
  });

  it('polls every minute without a socket', async () => {
    ends = [startPolling(() => false, NO_OTHER_TABS)];
    await pass(1000);
    const from = Date.now();
    await pass(HOUR);
    expect(pathsAfter(from)).toHaveLength(180);
  });
});

describe('a socket that is lost', () => {
  it('and soon back costs the call for a ticket and nothing else', async () => {
    await anOpenPage();
    await pass(600_000);
    const from = Date.now();
    latestSocket().drop();
    await pass(5000);
    latestSocket().open();
    await pass(120_000);
    expect(pathsAfter(from)).toEqual(['/api/room.php']);
  });

  it('and does not come back starts the polling after 30 to 60 seconds, on each page at another time', async () => {
    const waits: number[] = [];
    for (let number = 0; number < 20; number += 1) {
      await anOpenPage();
      await pass(600_000);
      const from = Date.now();
      latestSocket().drop();
      await pass(61_000);
      waits.push((calls.find(({ at, path }) => at >= from && path === '/api/user.php')?.at ?? Infinity) - from);
      for (const end of ends) end();
    }
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(30_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(5000);
  });
});

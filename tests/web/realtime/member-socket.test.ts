import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR } from '#contract/durations';
import type { RoomFrame } from '#contract/realtime';
import { bookmarkHeaders } from '../../../web/api/bookmark.ts';
import { followFrames, socketState } from '../../../web/realtime/member-events.ts';
import { forgetRoom, openMemberSocket } from '../../../web/realtime/member-socket.ts';
import { FakeSocket, latestSocket, ROOM, stubWindow } from './fake-network.ts';

const tickets = vi.hoisted(() => ({ given: 0, isUnreachable: false, host: 'rooms.example', party: 'main' }));
vi.mock('../../../web/api/call.ts', () => ({
  call: async () => {
    if (tickets.isUnreachable) throw new Error('offline');
    tickets.given += 1;
    return { room: 'room-of-this-member-01', host: tickets.host, party: tickets.party, ticket: `ticket-${tickets.given}`, expires_at: '' };
  },
}));

let page: ReturnType<typeof stubWindow>;
let close: () => void;
let received: RoomFrame[];
let stopReceiving: () => void;
const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const changed = (seq: number) => ({ type: 'user.changed', seq, at: '2026-03-01T12:00:00.000Z' });
const types = () => received.map(({ type }) => type);
/** Opens a socket, which the server accepts. */
async function anOpenSocket(): Promise<FakeSocket> {
  close = openMemberSocket();
  await passTime(0);
  latestSocket().open();
  return latestSocket();
}

beforeEach(() => {
  vi.useFakeTimers();
  page = stubWindow();
  Object.assign(tickets, { given: 0, isUnreachable: false, host: 'rooms.example', party: 'main' });
  received = [];
  stopReceiving = followFrames((frame) => received.push(frame));
});
afterEach(() => {
  close();
  forgetRoom();
  stopReceiving();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a page that hears of an event reads with its bookmark', async () => {
  const socket = await anOpenSocket();
  let sentWith: unknown;
  const stop = followFrames(() => {
    sentWith = bookmarkHeaders();
  });
  socket.receive({ ...changed(1), bookmark: '12' });
  expect(sentWith).toEqual({ 'X-Bookmark': '12' });
  socket.receive({ type: 'resync', bookmark: '15' });
  stop();
  expect(sentWith).toEqual({ 'X-Bookmark': '15' });
  expect(types()).toEqual(['user.changed', 'resync']);
});

describe('a dead connection', () => {
  it('is noticed within 45 seconds, and a fresh ticket opens another', async () => {
    const socket = await anOpenSocket();
    await passTime(44_999);
    expect(socket.sentTexts).toEqual(['ping']);
    await passTime(1);
    expect(socket.readyState).toBe(3);
    expect(latestSocket()).not.toBe(socket);
    expect(latestSocket().url.searchParams.get('ticket')).toBe('ticket-2');
    expect(socketState()).toBe('connecting');
    latestSocket().open();
    expect(socketState()).toBe('open');
  });

  it('is not assumed while pongs come, though the timers of a hidden tab run only once a minute', async () => {
    const socket = await anOpenSocket();
    for (let minute = 0; minute < 60; minute += 1) {
      vi.setSystemTime(Date.now() + 55_000);
      await passTime(30_000);
      socket.receive('pong');
    }
    expect(FakeSocket.all).toEqual([socket]);
    expect(tickets.given).toBe(1);
  });
});

describe('reconnecting', () => {
  it('waits half a second to one and a half, then longer and longer up to 45 seconds, each time with a ticket of its own', async () => {
    await anOpenSocket();
    await passTime(6000);
    const waits: number[] = [];
    for (let tries = 0; tries < 14; tries += 1) {
      const before = FakeSocket.all.length;
      const from = Date.now();
      latestSocket().drop();
      while (FakeSocket.all.length === before) await passTime(10);
      waits.push(Date.now() - from);
    }
    expect(waits[0]).toBeGreaterThanOrEqual(500);
    expect(waits[0]).toBeLessThanOrEqual(1510);
    for (const [i, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual((waits[i - 1] ?? 0) - 10);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(15_000);
    expect(waits.at(-1)).toBeLessThanOrEqual(45_010);
    expect(new Set(FakeSocket.all.map(({ url }) => url.searchParams.get('ticket'))).size).toBe(FakeSocket.all.length);
  });

  it('differs from page to page, so that a restart brings no storm', async () => {
    const waits: number[] = [];
    for (let times = 0; times < 200; times += 1) {
      const socket = await anOpenSocket();
      await passTime(6000);
      const from = Date.now();
      socket.drop();
      while (latestSocket() === socket) await passTime(20);
      waits.push(Date.now() - from);
      close();
      forgetRoom();
    }
    const tenths = Array.from({ length: 10 }, (_, i) => waits.filter((wait) => wait >= 500 + i * 100 && wait < 620 + i * 100).length);
    expect(Math.min(...tenths)).toBeGreaterThan(3);
    expect(Math.max(...tenths)).toBeLessThan(60);
  });

  it('follows a room that has moved to another host, reads everything anew, and counts from the beginning there', async () => {
    const socket = await anOpenSocket();
    socket.receive(changed(7));
    expect(types()).toEqual(['user.changed']);
    Object.assign(tickets, { host: 'vonk.example', party: 'member-room' });
    socket.drop();
    await passTime(2000);
    expect(latestSocket().url.host + latestSocket().url.pathname).toBe('vonk.example/parties/member-room/room-of-this-member-01');
    expect(latestSocket().url.searchParams.has('since')).toBe(false);
    expect(types()).toEqual(['user.changed', 'resync']);
    latestSocket().open();
    latestSocket().receive(changed(1));
    expect(types()).toEqual(['user.changed', 'resync', 'user.changed']);
  });

  it('sends the number of the last event (since), and receives what was missed', async () => {
    const socket = await anOpenSocket();
    expect(socket.url.searchParams.has('since')).toBe(false);
    for (const seq of [5, 6]) socket.receive(changed(seq));
    socket.drop();
    await passTime(2000);
    expect(latestSocket().url.pathname).toBe(`/parties/main/${ROOM}`);
    expect(latestSocket().url.searchParams.get('since')).toBe('6');
    latestSocket().open();
    latestSocket().receive(changed(7));
    expect(types()).toEqual(['user.changed', 'user.changed', 'user.changed']);
  });

  it('before any event sends the age of the page (ago), by the clock that went further', async () => {
    vi.setSystemTime(performance.timeOrigin + 1_234);
    const ago = () => Number(latestSocket().url.searchParams.get('ago'));
    const socket = await anOpenSocket();
    const first = ago();
    expect(first).toBeGreaterThanOrEqual(1_234);
    vi.setSystemTime(Date.now() + 3_600_000);
    socket.drop();
    await passTime(2000);
    expect(latestSocket().url.searchParams.has('since')).toBe(false);
    expect(ago()).toBeGreaterThanOrEqual(first + 3_600_000);
    latestSocket().open();
    latestSocket().receive(changed(7));
    latestSocket().drop();
    // The second wait in a row is up to 1.6 times as long.
    await passTime(3000);
    expect(latestSocket().url.searchParams.has('ago')).toBe(false);
  });

  it('happens at once when the network is back, whatever wait was left', async () => {
    await anOpenSocket();
    tickets.isUnreachable = true;
    latestSocket().drop();
    await passTime(120_000);
    const tried = FakeSocket.all.length;
    tickets.isUnreachable = false;
    page.goOnline();
    await passTime(0);
    expect(FakeSocket.all).toHaveLength(tried + 1);
    latestSocket().open();
    await passTime(30_000);
    latestSocket().receive('pong');
    await passTime(25_000);
    expect(FakeSocket.all.filter(({ readyState }) => readyState === 1)).toHaveLength(1);
  });

  it('happens at once when a page is shown again after an hour, and not after a moment', async () => {
    const socket = await anOpenSocket();
    page.show('hidden');
    await passTime(10_000);
    page.show('visible');
    expect(latestSocket()).toBe(socket);
    expect(socket.sentTexts.at(-1)).toBe('ping');
    socket.receive('pong');
    page.show('hidden');
    vi.setSystemTime(Date.now() + HOUR);
    page.show('visible');
    await passTime(0);
    expect(latestSocket()).not.toBe(socket);
    expect(socket.readyState).toBe(3);
  });
});

describe('frames', () => {
  it('that were received before are dropped, and a gap becomes a resync', async () => {
    const socket = await anOpenSocket();
    for (const seq of [3, 3, 2, 4, 7, 6]) socket.receive(changed(seq));
    expect(types()).toEqual(['user.changed', 'user.changed', 'resync', 'user.changed']);
  });

  it('that do not match the contract are dropped', async () => {
    const socket = await anOpenSocket();
    for (const text of ['{', 'null', '"x"', '{"type":"user.deleted","seq":1,"at":""}', '{"type":"user.changed","seq":"1","at":""}'])
      socket.dispatchEvent(new MessageEvent('message', { data: text }));
    socket.dispatchEvent(new MessageEvent('message', { data: new ArrayBuffer(8) }));
    expect(types()).toEqual([]);
  });
});

describe('after the end of a session', () => {
  it('no timer runs, no ticket is fetched and no frame is passed on', async () => {
    const socket = await anOpenSocket();
    close();
    expect(socketState()).toBe('closed');
    expect(socket.readyState).toBe(3);
    socket.receive(changed(1));
    page.goOnline();
    page.show('visible');
    await passTime(HOUR);
    expect([types(), FakeSocket.all.length, tickets.given, vi.getTimerCount()]).toEqual([[], 1, 1, 0]);
  });

  it('during a wait for the next try no ticket is fetched', async () => {
    const socket = await anOpenSocket();
    await passTime(6000);
    socket.drop();
    close();
    await passTime(HOUR);
    expect([FakeSocket.all.length, tickets.given, vi.getTimerCount()]).toEqual([1, 1, 0]);
  });

  it('the socket of another member sends no event number of this one', async () => {
    const socket = await anOpenSocket();
    socket.receive(changed(9));
    close();
    forgetRoom();
    const next = await anOpenSocket();
    expect(next.url.searchParams.has('since')).toBe(false);
    expect(types()).toEqual(['user.changed']);
  });
});

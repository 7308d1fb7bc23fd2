import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ReconnectingWebSocket from 'partysocket/ws';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/lib/process/ports.ts';
import type { RunningProgram } from '../../scripts/lib/process/start-program.ts';
import { startRooms } from '../../scripts/lib/product/rooms-server.ts';
import { reconnectOptions } from '../../web/realtime/member-socket.ts';
import { partyKitRooms } from '../support/product/room-addresses.ts';
import { openWebSocketFrom } from '../support/product/room-socket.ts';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { ORIGIN, type Rooms, roomsFixture } from './rooms-fixture.ts';

vi.mock('../../web/api/call.ts', () => ({ call: () => Promise.reject(new Error('no calls here')) }));

const PAGES = 200;
const MEMBERS = 50;
const WINDOW_MS = 100;
let dir: string;
let port: number;
let running: RunningProgram;
let rooms: Rooms;

const start = () => startRooms({ port, dir: join(dir, 'storage'), log: join(dir, 'rooms.log'), variables: TEST_SECRETS });

/** The timer that fired last: its delay and when it was due. A busy machine fires timers late and together; the test checks what was set. */
let lastTimer = { delay: 0, due: 0 };
const wait = setTimeout;
const recordTimer = <T extends unknown[]>(act: (...given: T) => void, delay = 0, ...given: T) => {
  const timer = { delay, due: Date.now() + delay };
  return wait(() => {
    lastTimer = timer;
    act(...given);
  }, delay);
};

/** A WebSocket that sends the page's origin, as that of a browser does. */
const PageSocket = function PageSocket(address: string) {
  return openWebSocketFrom(address, ORIGIN);
};

/** The socket of a page, with the seqs it received, the timers of its connection attempts and its openings. */
function aPage(room: string) {
  const attempts: { delay: number; due: number }[] = [];
  const seen: number[] = [];
  const address = async () => {
    attempts.push(lastTimer);
    const since = seen.length > 0 ? `&since=${seen.at(-1)}` : '';
    return `${rooms.socketsAt}/${room}?ticket=${await rooms.ticket({ room })}${since}`;
  };
  const socket = new ReconnectingWebSocket(address, null, { ...reconnectOptions(), WebSocket: PageSocket });
  let openings = 0;
  socket.addEventListener('open', () => {
    openings += 1;
  });
  socket.addEventListener('message', ({ data }) => {
    const frame: { seq?: number } = JSON.parse(String(data));
    if (frame.seq) seen.push(frame.seq);
  });
  return { attempts, seen, openings: () => openings, socket };
}

/** The largest number of attempts within 100 ms. */
const maxInWindow = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vonk-restart-'));
  port = await freePort();
  running = await start();
  rooms = roomsFixture(partyKitRooms(`localhost:${port}`));
  vi.stubGlobal('setTimeout', recordTimer);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await running.stop();
  await rm(dir, { recursive: true, force: true });
});

it('after a restart of the rooms 200 sockets reconnect soon, spread over time and without losing events', async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => rooms.memberWithRoom()));
  const postCredits = (credits: number) =>
    Promise.all(members.map(({ room }) => rooms.post(room, { kind: 'events', events: [{ type: 'credits.changed', credits }] })));
  const pages = members.flatMap(({ room }) => Array.from({ length: PAGES / MEMBERS }, () => aPage(room)));
  await expect.poll(() => pages.filter(({ openings }) => openings() > 0).length).toBe(PAGES);
  await postCredits(1);
  await expect.poll(() => pages.every(({ seen }) => seen.length === 1)).toBe(true);

  await running.stop();
  running = await start();
  await postCredits(2);
  await expect.poll(() => pages.every(({ openings }) => openings() === 2)).toBe(true);
  await postCredits(3);
  await expect.poll(() => pages.map(({ seen }) => seen.join()).filter((seen) => seen !== '1,2,3')).toEqual([]);

  const firstAttempts = pages.flatMap(({ attempts }) => attempts.slice(1, 2));
  expect(firstAttempts).toHaveLength(PAGES);
  expect(Math.max(...firstAttempts.map(({ delay }) => delay))).toBeLessThan(2000);
  const firstDue = firstAttempts.map(({ due }) => due);
  expect(Math.max(...firstDue) - Math.min(...firstDue)).toBeGreaterThan(500);
  const reconnects = pages.flatMap(({ attempts }) => attempts.slice(1));
  expect(maxInWindow(reconnects.map(({ due }) => due))).toBeLessThan(PAGES / 3);
  expect(reconnects.length).toBeLessThan(PAGES * 8);
  for (const { socket } of pages) socket.close();
});

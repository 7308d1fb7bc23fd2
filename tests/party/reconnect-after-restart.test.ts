import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ReconnectingWebSocket from 'partysocket/ws';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/lib/process/ports.ts';
import type { RunningProgram } from '../../scripts/lib/process/start-program.ts';
import { startRooms } from '../../scripts/lib/product/rooms-server.ts';
import { reconnectOptions } from '../../web/realtime/member-socket.ts';
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

/** The time for which the last timer was set. A busy machine fires timers late and together; the test checks the times that were set. */
let lastTimerDue = 0;
const wait = setTimeout;
const recordDue = <T extends unknown[]>(act: (...given: T) => void, delay = 0, ...given: T) => {
  const at = Date.now() + delay;
  return wait(() => {
    lastTimerDue = at;
    act(...given);
  }, delay);
};

/** A WebSocket that sends the page's origin, as that of a browser does. */
const PageSocket = function PageSocket(address: string) {
  return openWebSocketFrom(address, ORIGIN);
};

/** The socket of a page, with the seqs it received, its connection attempts and its openings. */
function aPage(room: string) {
  const attempts: number[] = [];
  const seen: number[] = [];
  const address = async () => {
    attempts.push(lastTimerDue);
    const since = seen.length > 0 ? `&since=${seen.at(-1)}` : '';
    return `ws://${rooms.host}/parties/main/${room}?ticket=${await rooms.ticket({ room })}${since}`;
  };
  const socket = new ReconnectingWebSocket(address, null, { ...reconnectOptions(), WebSocket: PageSocket });
  const openings: number[] = [];
  socket.addEventListener('open', () => openings.push(Date.now()));
  socket.addEventListener('message', ({ data }) => {
    const frame: { seq?: number } = JSON.parse(String(data));
    if (frame.seq) seen.push(frame.seq);
  });
  return { room, knocks: attempts, seen, openings, socket };
}

/** The largest number of attempts within 100 ms. */
const maxInWindow = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vonk-restart-'));
  port = await freePort();
  running = await start();
  rooms = roomsFixture({ host: `localhost:${port}` });
  vi.stubGlobal('setTimeout', recordDue);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await running.stop();
  await rm(dir, { recursive: true, force: true });
});

it('after a restart of the rooms 200 sockets reconnect within ten seconds, spread over time and without losing events', async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => rooms.memberWithRoom()));
  const postCredits = (credits: number) =>
    Promise.all(members.map(({ room }) => rooms.post(room, { kind: 'events', events: [{ type: 'credits.changed', credits }] })));
  const pages = members.flatMap(({ room }) => Array.from({ length: PAGES / MEMBERS }, () => aPage(room)));
  await expect.poll(() => pages.filter(({ openings }) => openings.length > 0).length).toBe(PAGES);
  await postCredits(1);
  await expect.poll(() => pages.every(({ seen }) => seen.length === 1)).toBe(true);

  await running.stop();
  const stoppedAt = Date.now();
  running = await start();
  const startedAt = Date.now();
  await postCredits(2);
  await expect.poll(() => pages.every(({ openings }) => openings.length === 2)).toBe(true);
  expect(Math.max(...pages.map(({ openings }) => openings[1] ?? Infinity)) - startedAt).toBeLessThan(10_000);
  await postCredits(3);
  await expect.poll(() => pages.map(({ seen }) => seen.join()).filter((seen) => seen !== '1,2,3')).toEqual([]);

  const firstAttempts = pages.map(({ knocks }) => knocks.find((time) => time > stoppedAt - 1000 && time > (knocks[0] ?? 0)) ?? 0);
  expect(Math.max(...firstAttempts) - Math.min(...firstAttempts)).toBeGreaterThan(500);
  const reconnects = pages.flatMap(({ knocks }) => knocks.slice(1));
  expect(maxInWindow(reconnects)).toBeLessThan(PAGES / 3);
  expect(reconnects.length).toBeLessThan(PAGES * 8);
  for (const { socket } of pages) socket.close();
});

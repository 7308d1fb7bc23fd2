import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ReconnectingWebSocket from 'partysocket/ws';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../scripts/lib/process/ports.ts';
import type { Running } from '../../scripts/lib/process/start-program.ts';
import { startRooms } from '../../scripts/lib/product/rooms-server.ts';
import { patience } from '../../web/realtime/member-socket.ts';
import { socketFrom } from '../support/product/room-socket.ts';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { ORIGIN, openRooms, type Rooms } from './rooms-fixture.ts';

vi.mock('../../web/api/call.ts', () => ({ call: () => Promise.reject(new Error('no calls here')) }));

const PAGES = 200;
const MEMBERS = 50;
const WINDOW_MS = 100;
let dir: string;
let port: number;
let running: Running;
let rooms: Rooms;

const start = () => startRooms({ port, dir: join(dir, 'storage'), log: join(dir, 'rooms.log'), variables: TEST_SECRETS });

/** When the timer that rang last was to ring: what a busy machine brings late, and all at once, was asked for at its own time. */
let due = 0;
const wait = setTimeout;
const noteWhenDue = <T extends unknown[]>(act: (...given: T) => void, delay = 0, ...given: T) => {
  const at = Date.now() + delay;
  return wait(() => {
    due = at;
    act(...given);
  }, delay);
};

/** The browser's WebSocket, which sends the page's origin along. */
const PageSocket = function PageSocket(address: string) {
  return socketFrom(address, ORIGIN);
};

/** A page as it keeps its socket, with what it has seen and when it knocked. */
function aPage(room: string) {
  const knocks: number[] = [];
  const seen: number[] = [];
  const address = async () => {
    knocks.push(due);
    const since = seen.length > 0 ? `&since=${seen.at(-1)}` : '';
    return `ws://${rooms.host}/parties/main/${room}?ticket=${await rooms.ticket({ room })}${since}`;
  };
  const socket = new ReconnectingWebSocket(address, null, { ...patience(), WebSocket: PageSocket });
  const openings: number[] = [];
  socket.addEventListener('open', () => openings.push(Date.now()));
  socket.addEventListener('message', ({ data }) => {
    const frame: { seq?: number } = JSON.parse(String(data));
    if (frame.seq) seen.push(frame.seq);
  });
  return { room, knocks, seen, openings, socket };
}

/** The most that come in any tenth of a second. */
const crowd = (times: readonly number[]) =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'vonk-restart-'));
  port = await freePort();
  running = await start();
  rooms = openRooms({ host: `localhost:${port}` });
  vi.stubGlobal('setTimeout', noteWhenDue);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await running.stop();
  await rm(dir, { recursive: true, force: true });
});

it('rooms that restart under 200 open sockets have all of them back within ten seconds, one by one, and nothing lost', async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => rooms.memberWithRoom()));
  const tell = (credits: number) =>
    Promise.all(members.map(({ room }) => rooms.post(room, { kind: 'events', events: [{ type: 'credits.changed', credits }] })));
  const pages = members.flatMap(({ room }) => Array.from({ length: PAGES / MEMBERS }, () => aPage(room)));
  await expect.poll(() => pages.filter(({ openings }) => openings.length > 0).length).toBe(PAGES);
  await tell(1);
  await expect.poll(() => pages.every(({ seen }) => seen.length === 1)).toBe(true);

  await running.stop();
  const gone = Date.now();
  running = await start();
  const back = Date.now();
  await tell(2);
  await expect.poll(() => pages.every(({ openings }) => openings.length === 2)).toBe(true);
  expect(Math.max(...pages.map(({ openings }) => openings[1] ?? Infinity)) - back).toBeLessThan(10_000);
  await tell(3);
  await expect.poll(() => pages.map(({ seen }) => seen.join()).filter((seen) => seen !== '1,2,3')).toEqual([]);

  const firstKnocks = pages.map(({ knocks }) => knocks.find((time) => time > gone - 1000 && time > (knocks[0] ?? 0)) ?? 0);
  expect(Math.max(...firstKnocks) - Math.min(...firstKnocks)).toBeGreaterThan(500);
  const later = pages.flatMap(({ knocks }) => knocks.slice(1));
  expect(crowd(later)).toBeLessThan(PAGES / 3);
  expect(later.length).toBeLessThan(PAGES * 8);
  for (const { socket } of pages) socket.close();
});

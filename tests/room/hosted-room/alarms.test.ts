import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#contract/durations';
import { HEARTBEAT_SECONDS, type RoomPost } from '#contract/realtime';
import { HostedRoom, type HostSocket, type RoomHost } from '#room/hosted-room';
import type { ConnectionState } from '#room/state';
import { signTicket, TICKET_MS } from '#room/tokens';
import { aStorage } from './storage-in-memory.ts';

const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
const SECRET = 'the-secret-of-a-room-that-sleeps';
const ADDRESS = 'http://rooms.example/parties/main/a-room-of-somebody-001';
const userChanged: RoomPost = { kind: 'events', events: [{ type: 'user.changed' }] };

/** A host as an alarm finds it: at PartyKit it then knows no other rooms. */
function aHost(storage: ReturnType<typeof aStorage>, sockets: readonly HostSocket[] = [], canAlarmPost = false) {
  const posts: [string, RoomPost][] = [];
  const notes: [string, object][] = [];
  const host: RoomHost = {
    storage,
    secret: async () => SECRET,
    sockets: () => sockets.values(),
    canAlarmPost,
    postToRoom: async (room, post) => void posts.push([room, post]),
    reportPresence: async (site, note) => void notes.push([site, note]),
  };
  return { host, posts, notes };
}

/** A room as its host makes it anew. */
async function aRoom(host: RoomHost): Promise<HostedRoom> {
  const room = new HostedRoom(host);
  await room.load();
  return room;
}

function aSocket(): HostSocket {
  let state: ConnectionState | null = null;
  return {
    readyState: 1,
    get state() {
      return state;
    },
    setState: (next) => {
      state = next;
    },
    send: () => undefined,
    close: () => undefined,
  };
}

/** Lets time pass for a hibernated room: each alarm creates the room anew and calls it. */
async function hibernateFor(storage: ReturnType<typeof aStorage>, milliseconds: number, { host } = aHost(storage)): Promise<void> {
  const until = Date.now() + milliseconds;
  for (let at = storage.alarm(); at !== null && at <= until; at = storage.alarm()) {
    vi.setSystemTime(at);
    storage.clearAlarm();
    const room = await aRoom(host);
    await room.handleAlarm();
    // An alarm may come twice.
    await room.handleAlarm();
  }
  vi.setSystemTime(until);
}
const eventCount = (storage: ReturnType<typeof aStorage>) => [...storage.rows.keys()].filter((key) => key.startsWith('event:')).length;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

it('a room without sockets deletes its events within two weeks and sets no further alarm', async () => {
  const storage = aStorage();
  const room = await aRoom(aHost(storage).host);
  for (let i = 0; i < 150; i += 1) room.handlePost(userChanged);
  await hibernateFor(storage, 5 * DAY);
  (await aRoom(aHost(storage).host)).handlePost(userChanged);
  expect(eventCount(storage)).toBe(151);
  await hibernateFor(storage, 9 * DAY);
  expect(eventCount(storage)).toBe(0);
  expect(storage.alarm()).toBeNull();
});

it('a room that was woken by its alarm accepts posts, and an emptied room stays empty', async () => {
  for (const kind of ['purge', 'moved'] as const) {
    const storage = aStorage();
    (await aRoom(aHost(storage).host)).handlePost(userChanged);
    vi.setSystemTime(storage.alarm() ?? 0);
    storage.clearAlarm();
    const woken = await aRoom(aHost(storage).host);
    await woken.handleAlarm();
    woken.handlePost(userChanged);
    expect(storage.rows.get('event:0000000000000002')).toMatchObject({ type: 'user.changed', seq: 2 });
    woken.handlePost({ kind });
    const afterwards = new Map(storage.rows);
    await hibernateFor(storage, 30 * DAY);
    expect(storage.rows).toEqual(afterwards);
    expect([...afterwards.values()]).not.toContainEqual(expect.objectContaining({ type: 'user.changed' }));
  }
});

describe('a room that was woken by its alarm', () => {
  const claims = { id: 'ticket', room: 'a-room-of-somebody-001', member: 'a-member', session: 's', origin: 'https://vonk.example' };
  const connect = async (room: HostedRoom, socket: HostSocket) => {
    const ticket = await signTicket(SECRET, { ...claims, site: 'https://site.example', expires_at: Date.now() + TICKET_MS });
    await room.handleConnect(socket, new Request(`${ADDRESS}?ticket=${ticket}`, { headers: { Origin: claims.origin } }));
  };

  it.each([false, true])('reports once that the last device has fallen silent; alarms reach other rooms: %s', async (canAlarmPost) => {
    const storage = aStorage();
    const hosting = aHost(storage, [aSocket()], canAlarmPost);
    const [socket] = hosting.host.sockets();
    if (socket) await connect(await aRoom(hosting.host), socket);
    const connectedAt = Date.now();
    await hibernateFor(storage, 10 * MINUTE - 1, hosting);
    expect(hosting.notes).toEqual([]);
    await hibernateFor(storage, 1, hosting);
    await vi.waitFor(() => expect(hosting.notes).toHaveLength(1));
    expect(hosting.notes).toEqual([['https://site.example', { member: 'a-member', is_online: false, at: connectedAt + HEARTBEAT_MS }]]);
  });

  it.each([
    ['six an hour while nobody shows the presence of its member', false, 6],
    ['one a minute while somebody does, and the first', true, 61],
  ])('sets few alarms for an open page, as each is billed: %s', async (_, isWatched, most) => {
    const storage = aStorage();
    const setAlarm = vi.spyOn(storage, 'setAlarm');
    const hosting = aHost(storage, [aSocket()], true);
    const [socket] = hosting.host.sockets();
    if (!socket) throw new Error('the host has no socket');
    await connect(await aRoom(hosting.host), socket);
    const until = Date.now() + HOUR;
    if (isWatched) (await aRoom(hosting.host)).handlePost({ kind: 'watch', room: 'their-room', conversation: 'c', is_on: true, until });
    setAlarm.mockClear();
    while (Date.now() < until) {
      await hibernateFor(storage, HEARTBEAT_MS, hosting);
      await (await aRoom(hosting.host)).handleMessage(socket, 'ping');
    }
    expect(setAlarm.mock.calls.length).toBeGreaterThan(0);
    expect(setAlarm.mock.calls.length).toBeLessThanOrEqual(most);
    expect(hosting.notes).toEqual([]);
  });

  it('tells the rooms that show the presence of its member, where alarms reach them', async () => {
    const storage = aStorage();
    const hosting = aHost(storage, [aSocket()], true);
    const [socket] = hosting.host.sockets();
    const room = await aRoom(hosting.host);
    if (socket) await connect(room, socket);
    const dueAt = Date.now() + 3 * HEARTBEAT_MS;
    room.handlePost({ kind: 'watch', room: 'their-room', conversation: 'conversation-of-two-01', is_on: true, until: Date.now() + DAY });
    await vi.waitFor(() => expect(storage.alarm()).toBe(dueAt));
    const presence = (is_online: boolean) => [
      'their-room',
      { kind: 'events', events: [{ type: 'presence.changed', profile: 'a-member', is_online }] },
    ];
    expect(hosting.posts).toEqual([presence(true)]);
    await hibernateFor(storage, dueAt - Date.now(), hosting);
    expect(hosting.posts).toEqual([presence(true), presence(false)]);
  });
});

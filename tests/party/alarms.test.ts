import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DAY } from '#contract/durations';
import { HEARTBEAT_SECONDS } from '#contract/realtime';
import { reportPresence } from '#contract/session';
import { type PresenceNote, readPresenceNote, signTicket, TICKET_MS } from '#room/tokens';
import { aStorage, MemberRoom, type Room } from './in-memory-host.ts';

const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
const SECRET = 'the-secret-of-a-room-that-sleeps';
const ADDRESS = 'http://rooms.example/parties/main/a-room-of-somebody-001';

/** The context of a room that was woken by its alarm: PartyKit then provides neither its name nor other rooms. */
function partyOf(storage: object, connections: readonly object[] = []): object {
  const unknown = () => {
    throw new Error('not yet initialized');
  };
  const env = { PARTY_SECRET: SECRET };
  const party = { storage, env, getConnections: () => connections.values(), getConnection: () => undefined };
  return Object.defineProperties(party, { id: { get: unknown }, context: { get: unknown } });
}

const postTo = async (room: Room, kind: 'events' | 'purge') => {
  const body = JSON.stringify({ kind, ...(kind === 'events' ? { events: [{ type: 'user.changed' }] } : {}) });
  return (await room.onRequest(new Request(ADDRESS, { method: 'POST', body }))).status;
};

/** Lets time pass for a hibernated room: each alarm creates the room anew and calls it. */
async function hibernateFor(
  storage: ReturnType<typeof aStorage>,
  milliseconds: number,
  connections: readonly object[] = [],
): Promise<void> {
  const until = Date.now() + milliseconds;
  for (let at = storage.alarm(); at !== null && at <= until; at = storage.alarm()) {
    vi.setSystemTime(at);
    storage.clearAlarm();
    const room = new MemberRoom(partyOf(storage, connections));
    await room.onStart();
    await room.onAlarm();
  }
  vi.setSystemTime(until);
}
const eventCount = (storage: ReturnType<typeof aStorage>) => [...storage.rows.keys()].filter((key) => key.startsWith('event:')).length;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a room without sockets deletes its events within two weeks and sets no further alarm', async () => {
  const storage = aStorage();
  const room = new MemberRoom(partyOf(storage));
  for (let i = 0; i < 150; i += 1) expect(await postTo(room, 'events')).toBe(200);
  await hibernateFor(storage, 5 * DAY);
  await postTo(room, 'events');
  expect(eventCount(storage)).toBe(151);
  await hibernateFor(storage, 9 * DAY);
  expect(eventCount(storage)).toBe(0);
  expect(storage.alarm()).toBeNull();
});

it('a room that was woken by its alarm accepts posts, and a purged room stays empty', async () => {
  const storage = aStorage();
  await postTo(new MemberRoom(partyOf(storage)), 'events');
  vi.setSystemTime(storage.alarm() ?? 0);
  storage.clearAlarm();
  const woken = new MemberRoom(partyOf(storage));
  await woken.onStart();
  await woken.onAlarm();
  expect(await postTo(woken, 'events')).toBe(200);
  expect(storage.rows.get('event:0000000000000002')).toMatchObject({ type: 'user.changed', seq: 2 });
  await postTo(woken, 'purge');
  const afterPurge = new Map(storage.rows);
  await hibernateFor(storage, 30 * DAY);
  expect(storage.rows).toEqual(afterPurge);
  expect([...afterPurge.values()]).not.toContainEqual(expect.objectContaining({ type: 'user.changed' }));
});

it('a room that was woken by its alarm reports to the Worker that the last device has fallen silent', async () => {
  const claims = { id: 'ticket', room: 'a-room-of-somebody-001', member: 'a-member', session: 's', origin: 'https://vonk.example' };
  const ticket = await signTicket(SECRET, { ...claims, site: 'https://site.example', expires_at: Date.now() + TICKET_MS });
  const connection = {
    readyState: 1,
    state: null as unknown,
    setState: (state: unknown) => {
      connection.state = state;
    },
    send: vi.fn(),
    close: vi.fn(),
  };
  const calls: { readonly address: string; readonly note: PresenceNote | null }[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    calls.push({ address, note: await readPresenceNote(SECRET, JSON.parse(body).note, Date.now()) });
    return new Response(null, { status: 204 });
  });
  const storage = aStorage();
  const room = new MemberRoom(partyOf(storage, [connection]));
  await room.onStart();
  const request = new Request(`${ADDRESS}?ticket=${ticket}`, { headers: { Origin: claims.origin } });
  await room.onConnect(connection, { request });
  const connectedAt = Date.now();
  await hibernateFor(storage, 3 * HEARTBEAT_MS - 1, [connection]);
  expect(calls).toEqual([]);
  await hibernateFor(storage, 1, [connection]);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(calls[0]).toMatchObject({
    address: `https://site.example${reportPresence.path}`,
    note: { member: 'a-member', is_online: false, at: connectedAt + HEARTBEAT_MS },
  });
});

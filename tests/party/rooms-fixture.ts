import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, inject } from 'vitest';
import { HOUR } from '#contract/durations';
import type { RoomAnswer, RoomPost } from '#contract/realtime';
import { roomNameOf, signTicket, signTypingPass, type Ticket, type TypingPass } from '#room/tokens';
import type { RoomAddresses } from '../support/product/room-addresses.ts';
import { openRoomSocket, type RoomSocket, type SocketClose } from '../support/product/room-socket.ts';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { WAIT_TIMEOUT_MS } from '../support/timing/timeouts.ts';

const SECRET = TEST_SECRETS.PARTY_SECRET;
export const ORIGIN = 'https://vonk.example';
export const randomId = () => randomBytes(16).toString('base64url');

interface ConnectOptions {
  readonly since?: number | string;
  /** The origin of the page, if it differs from that of the ticket. */
  readonly origin?: string;
  /** The connection id that PartySocket adds to the address. */
  readonly connectionId?: string;
  /** The tab of the page is not visible. */
  readonly isHidden?: boolean;
}

export interface EntryOptions extends Partial<Omit<Ticket, 'origin'>>, ConnectOptions {}

/** Actions on real rooms: by default those that the whole project of tests shares. */
export function roomsFixture(addresses: RoomAddresses = inject('roomAddresses')) {
  const addressOf = (room: string) => `${addresses.posts}/${room}`;

  // A new connection for each request: a pooled one may be closed just when it is used.
  const request = (room: string, init: RequestInit, secret: string | null = SECRET) =>
    fetch(addressOf(room), {
      ...init,
      headers: { Connection: 'close', ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }) },
    });

  async function post(room: string, body: RoomPost): Promise<RoomAnswer> {
    const response = await request(room, { method: 'POST', body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(`the room answered ${response.status}`);
    return response.json();
  }

  return {
    socketsAt: addresses.sockets,
    request,
    post,
    memberWithRoom: async () => {
      const member = randomId();
      return { member, room: await roomNameOf(SECRET, member) };
    },
    ticket: (claims: Partial<Ticket> & Pick<Ticket, 'room'>) =>
      signTicket(SECRET, {
        id: randomId(),
        member: randomId(),
        session: 'session-1',
        origin: ORIGIN,
        expires_at: Date.now() + 60_000,
        ...claims,
      }),
    pass: (claims: Pick<TypingPass, 'conversation' | 'member' | 'room'> & Partial<TypingPass>) =>
      signTypingPass(SECRET, { id: randomId(), is_presence_shown: true, expires_at: Date.now() + HOUR, ...claims }),
    /** Opens a socket with a ready-made ticket. */
    connect: (room: string, ticket: string, { since, origin = ORIGIN, connectionId, isHidden }: ConnectOptions = {}): RoomSocket => {
      const query = new URLSearchParams({ ticket });
      if (isHidden) query.set('hidden', '');
      if (since !== undefined) query.set('since', String(since));
      if (connectionId) query.set('_pk', connectionId);
      return openRoomSocket(`${addresses.sockets}/${room}?${query}`, origin);
    },
    /**
     * Purges the room and returns the code with which it had closed a socket before. The local runtime closes the connection of a socket
     * that never sent a message only when the room hibernates, ten seconds after its last timer; a purged room has no timers.
     */
    closingAfterPurge: async (room: string, socket: RoomSocket): Promise<SocketClose> => {
      await post(room, { kind: 'purge' });
      return socket.closed;
    },
    /**
     * Posts repeatedly until the answer matches, because the runtime takes a moment to close sockets. Returns the last answer after a
     * timeout.
     */
    untilAnswer: async (room: string, isWanted: (answer: RoomAnswer) => boolean): Promise<RoomAnswer> => {
      for (const until = Date.now() + WAIT_TIMEOUT_MS; ; ) {
        const answer = await post(room, { kind: 'events', events: [] });
        if (isWanted(answer) || Date.now() > until) return answer;
        await pause(20);
      }
    },
  };
}

export type Rooms = ReturnType<typeof roomsFixture>;

/** Opens a socket and sends a message: the local runtime closes a connection that never sent one only when the room hibernates. */
export async function enterRoom(
  rooms: Rooms,
  room: string,
  { since, origin, connectionId, ...claims }: EntryOptions = {},
): Promise<RoomSocket> {
  const knock = {
    ...(since === undefined ? {} : { since }),
    ...(origin ? { from: origin } : {}),
    ...(connectionId ? { connectionId } : {}),
  };
  const socket = rooms.connect(room, await rooms.ticket({ room, ...claims }), knock);
  if (!(await socket.opened)) throw new Error('the room did not open');
  socket.send('ping');
  return socket;
}

/** Two devices in one room, of which `bad` is to attack, and a device in another room. */
export async function threeDevices(rooms: Rooms) {
  const [mine, theirs] = await Promise.all([rooms.memberWithRoom(), rooms.memberWithRoom()]);
  const [bad, good, neighbour] = await Promise.all([
    enterRoom(rooms, mine.room),
    enterRoom(rooms, mine.room),
    enterRoom(rooms, theirs.room),
  ]);
  return { bad, good, neighbour, room: mine.room, theirs: theirs.room };
}

/** Expects that the other two devices still receive events, and closes them. */
export async function expectOthersWork(
  rooms: Rooms,
  { good, neighbour, room, theirs }: Awaited<ReturnType<typeof threeDevices>>,
): Promise<void> {
  for (const [socket, its] of [
    [good, room],
    [neighbour, theirs],
  ] as const) {
    await rooms.post(its, { kind: 'events', events: [{ type: 'user.changed' }] });
    expect(await socket.untilFrames(1)).toMatchObject([{ type: 'user.changed', seq: 1 }]);
    socket.close();
  }
}

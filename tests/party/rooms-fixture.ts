import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import type { RoomAnswer, RoomPost } from '#contract/realtime';
import { roomOf, signTicket, signTypingPass, type Ticket, type TypingPass } from '#room/tokens';
import { type Closing, openRoomSocket, type RoomSocket } from '../support/product/room-socket.ts';
import { TEST_SECRETS } from '../support/product/test-secrets.ts';
import { PATIENCE_MS } from '../support/timing/timeouts.ts';

const SECRET = TEST_SECRETS.PARTY_SECRET;
export const ORIGIN = 'https://vonk.example';
export const randomId = () => randomBytes(16).toString('base64url');

interface Knock {
  readonly since?: number | string;
  /** The origin of the page, if it differs from that of the ticket. */
  readonly from?: string;
  /** The connection id that PartySocket adds to the address. */
  readonly connectionId?: string;
}

export interface Visit extends Partial<Ticket>, Knock {}

/** Actions on real rooms: by default those that the whole run shares. */
export function openRooms({ host }: { host: string } = { host: inject('roomsHost') }) {
  const addressOf = (room: string) => `http://${host}/parties/main/${room}`;

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
    host,
    request,
    post,
    memberWithRoom: async () => {
      const member = randomId();
      return { member, room: await roomOf(SECRET, member) };
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
      signTypingPass(SECRET, { id: randomId(), is_presence_shown: true, expires_at: Date.now() + 3600_000, ...claims }),
    /** Opens a socket with a ready-made ticket. */
    knock: (room: string, ticket: string, { since, from = ORIGIN, connectionId }: Knock = {}): RoomSocket => {
      const query = new URLSearchParams({ ticket });
      if (since !== undefined) query.set('since', String(since));
      if (connectionId) query.set('_pk', connectionId);
      return openRoomSocket(`ws://${host}/parties/main/${room}?${query}`, from);
    },
    /**
     * Purges the room and returns the code with which it had closed a socket before. The local runtime closes the connection of a socket
     * that never sent a message only when the room hibernates, ten seconds after its last timer; a purged room has no timers.
     */
    closingAfterPurge: async (room: string, socket: RoomSocket): Promise<Closing> => {
      await post(room, { kind: 'purge' });
      return socket.closed;
    },
    /**
     * Posts repeatedly until the answer matches, because the runtime takes a moment to close sockets. Returns the last answer after a
     * timeout.
     */
    untilAnswer: async (room: string, isWanted: (answer: RoomAnswer) => boolean): Promise<RoomAnswer> => {
      for (const until = Date.now() + PATIENCE_MS; ; ) {
        const answer = await post(room, { kind: 'events', events: [] });
        if (isWanted(answer) || Date.now() > until) return answer;
        await pause(20);
      }
    },
  };
}

export type Rooms = ReturnType<typeof openRooms>;

/** Opens a socket and sends a message: the local runtime closes a connection that never sent one only when the room hibernates. */
export async function enter(rooms: Rooms, room: string, { since, from, connectionId, ...claims }: Visit = {}): Promise<RoomSocket> {
  const knock = { ...(since === undefined ? {} : { since }), ...(from ? { from } : {}), ...(connectionId ? { connectionId } : {}) };
  const socket = rooms.knock(room, await rooms.ticket({ room, ...claims }), knock);
  if (!(await socket.opened)) throw new Error('the room did not open');
  socket.send('ping');
  return socket;
}

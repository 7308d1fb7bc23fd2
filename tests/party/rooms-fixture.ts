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
  /** The page's origin, where it is not the ticket's. */
  readonly from?: string;
  /** What PartySocket adds to every address. */
  readonly connectionId?: string;
}

export interface Visit extends Partial<Ticket>, Knock {}

/** Real rooms, those that a whole run shares unless others are given, and what one does to them in tests. */
export function openRooms({ host }: { host: string } = { host: inject('roomsHost') }) {
  const addressOf = (room: string) => `http://${host}/parties/main/${room}`;

  // A line of its own each time: one kept from an earlier request may end just as it is taken.
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
        ...{ id: randomId(), member: randomId(), session: 'session-1', origin: ORIGIN, expires_at: Date.now() + 60_000 },
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
     * Purges the room and gives the code with which it had closed a socket. The local runtime ends the connection of a socket that never sent
     * a message, or that the runtime closed itself, only when the room hibernates: ten seconds after its last timer, and a purged room has none.
     */
    closingAfterPurge: async (room: string, socket: RoomSocket): Promise<Closing> => {
      await post(room, { kind: 'purge' });
      return socket.closed;
    },
    /** Posts again and again until the answer is as wanted: closing takes the runtime a moment. */
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

/** A socket that is in and has been heard: the local runtime ends the connection of one that never sent a message only when the room hibernates. */
export async function enter(rooms: Rooms, room: string, { since, from, connectionId, ...claims }: Visit = {}): Promise<RoomSocket> {
  const knock = { ...(since === undefined ? {} : { since }), ...(from ? { from } : {}), ...(connectionId ? { connectionId } : {}) };
  const socket = rooms.knock(room, await rooms.ticket({ room, ...claims }), knock);
  if (!(await socket.opened)) throw new Error('the room did not open');
  socket.send('ping');
  return socket;
}

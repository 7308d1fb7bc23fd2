import type * as Party from 'partykit/server';
import * as v from 'valibot';
import { RoomPost } from '#contract/realtime';
import { reportPresence } from '#contract/session';
import { matchesSecret } from '#contract/signed-token';
import { HostedRoom, type RoomHost, ticketOf } from '#room/hosted-room';
import type { ConnectionState } from '#room/state';
import { PRESENCE_NOTE_MS, type PresenceNote, signPresenceNote } from '#room/tokens';

type Connection = Party.Connection<ConnectionState>;
type Env = Party.Room['env'];
/** How long the Worker has to answer a presence note, for which it writes one row. */
const NOTE_TIMEOUT_MS = 10_000;
/** The secret shared with the Worker. If it is not set, every signature fails, because WebCrypto refuses the empty key. */
const secretOf = (env: Env) => (typeof env.PARTY_SECRET === 'string' ? env.PARTY_SECRET : '');

/** Sends a signed presence note to the Worker. Throws if the Worker does not take it. */
async function sendPresenceNote(secret: string, site: string, note: Omit<PresenceNote, 'expires_at'>): Promise<void> {
  const signed = await signPresenceNote(secret, { ...note, expires_at: Date.now() + PRESENCE_NOTE_MS });
  const init = { method: reportPresence.method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ note: signed }) };
  const answer = await fetch(`${site}${reportPresence.path}`, { ...init, signal: AbortSignal.timeout(NOTE_TIMEOUT_MS) });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`the Worker answered ${answer.status}`);
}

async function postToRoom(party: Party.Room, room: string, post: RoomPost): Promise<void> {
  const init = { method: 'POST', headers: { Authorization: `Bearer ${secretOf(party.env)}` }, body: JSON.stringify(post) };
  const answer = await party.context.parties.main?.get(room).fetch(init);
  // Without this an unread answer keeps both rooms in memory.
  await answer?.body?.cancel();
}

/** What PartyKit gives a room. Its alarms reach neither the name of their room nor other rooms. */
const hostOf = (party: Party.Room): RoomHost => ({
  storage: party.storage,
  secret: async () => secretOf(party.env),
  sockets: () => party.getConnections<ConnectionState>(),
  canAlarmPost: false,
  postToRoom: (room, post) => postToRoom(party, room, post),
  reportPresence: (site, note) => sendPresenceNote(secretOf(party.env), site, note),
});

/** The PartyKit host of one member's room: checks who may reach it from outside, and passes everything on. */
export default class MemberRoom implements Party.Server {
  readonly options = { hibernate: true };
  readonly #room: HostedRoom;

  constructor(party: Party.Room) {
    this.#room = new HostedRoom(hostOf(party));
  }

  static async onBeforeConnect(request: Party.Request, { env }: Party.Lobby) {
    if (!(await ticketOf(request, secretOf(env)))) return new Response('no valid ticket', { status: 401 });
    const url = new URL(request.url);
    // PartyKit would use this as the connection's id, and a client could give two connections the same one.
    url.searchParams.delete('_pk');
    return new Request(url.href, { headers: request.headers });
  }

  static async onBeforeRequest(request: Party.Request, { env }: Party.Lobby) {
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
    return (await matchesSecret(secretOf(env), bearer)) ? request : new Response('no valid secret', { status: 401 });
  }

  onStart(): Promise<void> {
    return this.#room.load();
  }

  onConnect(connection: Connection, { request }: Party.ConnectionContext): Promise<void> {
    return this.#room.handleConnect(connection, request);
  }

  onMessage(message: string | ArrayBuffer | ArrayBufferView, connection: Connection): Promise<void> {
    return this.#room.handleMessage(connection, message);
  }

  onClose(connection: Connection): void {
    const { state } = connection;
    connection.close();
    this.#room.handleClose({ state });
  }
  readonly onError = this.onClose;

  async onRequest(request: Party.Request): Promise<Response> {
    if (request.method === 'GET') return Response.json({ ok: true });
    const post = v.safeParse(RoomPost, await request.json().catch(() => null));
    return post.success ? Response.json(this.#room.handlePost(post.output)) : new Response('not a room post', { status: 422 });
  }

  onAlarm(): Promise<void> {
    return this.#room.handleAlarm();
  }
}

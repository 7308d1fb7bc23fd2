import type * as Party from 'partykit/server';
import * as v from 'valibot';
import { type KeptFrame, REPLAY_LENGTH, RoomPost } from '#contract/realtime';
import { notePresence } from '#contract/session';
import { isSecret } from '#contract/signed-token';
import { countFrame, readFrame, takeFrame } from '#room/client-frames';
import { admit, answerOf, dueAt, isOutdated, LOOK_MS, leave, takePost, wake } from '#room/room';
import { type Device, NEW_ROOM, NO_TICKET, type RoomState, type Scene } from '#room/state';
import { NOTE_MS, type PresenceNote, readTicket, readTypingPass, signPresenceNote } from '#room/tokens';

type Connection = Party.Connection<Device>;
type Env = Party.Room['env'];
/** The Worker writes one row. */
const NOTE_PATIENCE_MS = 10_000;
const OPEN = 1;
const isIn = (one: Connection): one is Connection & { state: Device } => one.readyState === OPEN && one.state !== null;
const eventKey = (seq: number) => `event:${String(seq).padStart(16, '0')}`;
/** WebCrypto takes no empty key: without a secret nothing is ever signed or let in. */
const secretOf = (env: Env) => (typeof env.PARTY_SECRET === 'string' ? env.PARTY_SECRET : '');

/** The ticket in an address `/parties/main/<room>?ticket=…`. */
function ticketOf({ url, headers }: Pick<Party.Request, 'url' | 'headers'>, env: Env) {
  const { pathname, searchParams } = new URL(url);
  const at = { room: pathname.split('/')[3] ?? '', origin: headers.get('Origin') ?? '' };
  return readTicket(secretOf(env), searchParams.get('ticket') ?? '', Date.now(), at);
}

/** The PartyKit host of one member's room: hands what happens to the rules in room/, and keeps what they say. */
export default class MemberRoom implements Party.Server {
  readonly options = { hibernate: true };
  readonly #party: Party.Room;
  #room = NEW_ROOM;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(party: Party.Room) {
    this.#party = party;
  }

  static async onBeforeConnect(request: Party.Request, { env }: Party.Lobby) {
    if (!(await ticketOf(request, env))) return new Response('no valid ticket', { status: 401 });
    const url = new URL(request.url);
    // PartyKit takes the connection's id from here, and two of one name confuse it.
    url.searchParams.delete('_pk');
    return new Request(url.href, { headers: request.headers });
  }

  static async onBeforeRequest(request: Party.Request, { env }: Party.Lobby) {
    const given = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
    return (await isSecret(secretOf(env), given)) ? request : new Response('no valid secret', { status: 401 });
  }

  async onStart(): Promise<void> {
    this.#room = { ...NEW_ROOM, ...(await this.#party.storage.get<RoomState>('room')) };
  }

  async onConnect(connection: Connection, { request }: Party.ConnectionContext): Promise<void> {
    const ticket = await ticketOf(request, this.#party.env);
    if (!ticket) return connection.close(...NO_TICKET);
    const { searchParams } = new URL(request.url);
    const since = searchParams.has('since') ? Number(searchParams.get('since')) : null;
    const missed = since === null ? [] : await this.#eventsAfter(since);
    const isSeen = !searchParams.has('hidden');
    this.#apply((scene) => admit(scene, connection, { ticket, since, ago: Number(searchParams.get('ago')), missed, isSeen }));
  }

  async onMessage(message: string | ArrayBuffer | ArrayBufferView, connection: Connection): Promise<void> {
    if (!isIn(connection)) return connection.close(...NO_TICKET);
    const device = countFrame(connection.state, Date.now());
    if ('code' in device) return connection.close(device.code, device.reason);
    connection.setState(device);
    if (message === 'ping') {
      // Heard again after a long silence.
      if (device.isSeen && !this.#room.isOnline) this.#apply(wake);
      return connection.send('pong');
    }
    const frame = readFrame(message);
    if ('code' in frame) return connection.close(frame.code, frame.reason);
    const sealed = 'typing_pass' in frame ? frame.typing_pass : undefined;
    const pass = await readTypingPass(secretOf(this.#party.env), sealed ?? '', Date.now());
    if (isIn(connection)) this.#apply((scene) => takeFrame(scene, connection, frame, pass));
  }

  onClose(connection: Connection): void {
    const gone = connection.state;
    connection.close();
    if (gone) this.#apply((scene) => leave(scene, gone));
  }
  readonly onError = this.onClose;

  async onRequest(request: Party.Request): Promise<Response> {
    if (request.method === 'GET') return Response.json({ ok: true });
    const post = v.safeParse(RoomPost, await request.json().catch(() => null));
    if (!post.success) return new Response('not a room post', { status: 422 });
    this.#apply((scene) => takePost(scene, post.output));
    return Response.json(answerOf(this.#scene()));
  }

  /** Looks through the kept events, and again in a while as long as there are some. */
  async onAlarm(): Promise<void> {
    const now = Date.now();
    if ((await this.#forget((frame) => isOutdated(frame, now))) > 0) await this.#lookAgain();
  }

  /** Gives how many kept events are left. */
  async #forget(isGone: (frame: KeptFrame) => boolean): Promise<number> {
    const kept = await this.#eventsAfter(0);
    const gone = kept.filter(isGone);
    await Promise.all(gone.map(({ seq }) => this.#party.storage.delete(eventKey(seq))));
    return kept.length - gone.length;
  }

  async #lookAgain(): Promise<void> {
    if ((await this.#party.storage.getAlarm()) === null) await this.#party.storage.setAlarm(Date.now() + LOOK_MS);
  }

  async #eventsAfter(seq: number): Promise<KeptFrame[]> {
    return [...(await this.#party.storage.list<KeptFrame>({ prefix: 'event:', start: eventKey(seq + 1) })).values()];
  }

  #scene(): Scene {
    const party = this.#party;
    return {
      room: this.#room,
      now: Date.now(),
      get sockets() {
        return [...party.getConnections<Device>()].filter(isIn);
      },
      keep: (frame) => {
        void party.storage.put(eventKey(frame.seq), frame);
        void party.storage.delete(eventKey(frame.seq - REPLAY_LENGTH));
        void this.#lookAgain();
      },
      forget: (isGone) => void this.#forget(isGone),
      // To another room; what fails here costs a hint.
      post: (room, post) => void this.#post(room, post).catch((error: Error) => console.warn('room to room', post.kind, error.message)),
      // What fails here leaves cards to the time of the last call.
      notePresence: (site, note) => void this.#note(site, note).catch((error: Error) => console.warn('room to Worker', error.message)),
    };
  }

  /** Nothing can come between reading the state and writing it. What is due waits in memory: PartyKit's alarms know no other rooms. */
  #apply(step: (scene: Scene) => void): void {
    const scene = this.#scene();
    step(scene);
    const { room, now } = scene;
    const { storage } = this.#party;
    if (room !== this.#room) void (room === NEW_ROOM ? storage.deleteAll() : storage.put('room', room));
    this.#room = room;
    clearTimeout(this.#timer);
    const due = dueAt({ room, sockets: scene.sockets });
    if (due < Infinity) this.#timer = setTimeout(() => this.#apply(wake), due - now);
  }

  async #note(site: string, note: Omit<PresenceNote, 'expires_at'>): Promise<void> {
    const sealed = await signPresenceNote(secretOf(this.#party.env), { ...note, expires_at: Date.now() + NOTE_MS });
    const init = { method: notePresence.method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ note: sealed }) };
    const answer = await fetch(`${site}${notePresence.path}`, { ...init, signal: AbortSignal.timeout(NOTE_PATIENCE_MS) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the Worker answered ${answer.status}`);
  }

  async #post(room: string, post: RoomPost): Promise<void> {
    const init = { method: 'POST', headers: { Authorization: `Bearer ${secretOf(this.#party.env)}` }, body: JSON.stringify(post) };
    const answer = await this.#party.context.parties.main?.get(room).fetch(init);
    // An answer that nobody reads keeps both rooms awake.
    await answer?.body?.cancel();
  }
}

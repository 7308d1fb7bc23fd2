import type * as Party from 'partykit/server';
import * as v from 'valibot';
import { REPLAY_LENGTH, RoomPost, type StoredFrame } from '#contract/realtime';
import { reportPresence } from '#contract/session';
import { matchesSecret } from '#contract/signed-token';
import { countFrame, handleFrame, parseFrame } from '#room/client-frames';
import { isOutdated } from '#room/events';
import { admit, answerOf, handleClose, handleExpiryCheck, handlePost, nextWakeAt, wake } from '#room/room';
import { CLOSE_NO_TICKET, type ConnectionState, NEW_ROOM, type RoomContext, type RoomState } from '#room/state';
import { PRESENCE_NOTE_MS, type PresenceNote, readTicket, readTypingPass, signPresenceNote } from '#room/tokens';

type Connection = Party.Connection<ConnectionState>;
type Env = Party.Room['env'];
/** How long the Worker has to answer a presence note, for which it writes one row. */
const NOTE_TIMEOUT_MS = 10_000;
/** The waits before a presence note that failed is sent again, in milliseconds. */
const NOTE_RETRIES_MS = [1000, 4000, 15_000];
const OPEN = 1;
const isAdmitted = (connection: Connection): connection is Connection & { state: ConnectionState } =>
  connection.readyState === OPEN && connection.state !== null;
const eventKey = (seq: number) => `event:${String(seq).padStart(16, '0')}`;
/** The secret shared with the Worker. If it is not set, every signature fails, because WebCrypto refuses the empty key. */
const secretOf = (env: Env) => (typeof env.PARTY_SECRET === 'string' ? env.PARTY_SECRET : '');

/** The ticket in an address `/parties/main/<room>?ticket=…`, or null if it is not valid for this room and origin. */
function ticketOf({ url, headers }: Pick<Party.Request, 'url' | 'headers'>, env: Env) {
  const { pathname, searchParams } = new URL(url);
  const at = { room: pathname.split('/')[3] ?? '', origin: headers.get('Origin') ?? '' };
  return readTicket(secretOf(env), searchParams.get('ticket') ?? '', Date.now(), at);
}

/** The PartyKit host of one member's room: it passes connections, frames and posts to the rules in room/ and stores what they return. */
export default class MemberRoom implements Party.Server {
  readonly options = { hibernate: true };
  readonly #party: Party.Room;
  #state = NEW_ROOM;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The presence note sent last; one before it is not sent again. */
  #lastNote: Omit<PresenceNote, 'expires_at'> | undefined;

  constructor(party: Party.Room) {
    this.#party = party;
  }

  static async onBeforeConnect(request: Party.Request, { env }: Party.Lobby) {
    if (!(await ticketOf(request, env))) return new Response('no valid ticket', { status: 401 });
    const url = new URL(request.url);
    // PartyKit would use this as the connection's id, and a client could give two connections the same one.
    url.searchParams.delete('_pk');
    return new Request(url.href, { headers: request.headers });
  }

  static async onBeforeRequest(request: Party.Request, { env }: Party.Lobby) {
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
    return (await matchesSecret(secretOf(env), bearer)) ? request : new Response('no valid secret', { status: 401 });
  }

  async onStart(): Promise<void> {
    this.#state = { ...NEW_ROOM, ...(await this.#party.storage.get<RoomState>('room')) };
  }

  async onConnect(connection: Connection, { request }: Party.ConnectionContext): Promise<void> {
    const ticket = await ticketOf(request, this.#party.env);
    if (!ticket) return connection.close(...CLOSE_NO_TICKET);
    const { searchParams } = new URL(request.url);
    const since = searchParams.has('since') ? Number(searchParams.get('since')) : null;
    const missed = since === null ? [] : await this.#eventsAfter(since);
    const isSeen = !searchParams.has('hidden');
    this.#apply((context) =>
      admit(context, connection, { ticket, since, loadStartedMsAgo: Number(searchParams.get('ago')), missed, isSeen }),
    );
  }

  async onMessage(message: string | ArrayBuffer | ArrayBufferView, connection: Connection): Promise<void> {
    if (!isAdmitted(connection)) return connection.close(...CLOSE_NO_TICKET);
    const device = countFrame(connection.state, Date.now());
    if ('code' in device) return connection.close(device.code, device.reason);
    connection.setState(device);
    if (message === 'ping') {
      // A visible device that was silent for long is heard again, so the member goes online.
      if (device.isSeen && !this.#state.isOnline) this.#apply(wake);
      return connection.send('pong');
    }
    const frame = parseFrame(message);
    if ('code' in frame) return connection.close(frame.code, frame.reason);
    const signedPass = 'typing_pass' in frame ? frame.typing_pass : undefined;
    const pass = await readTypingPass(secretOf(this.#party.env), signedPass ?? '', Date.now());
    if (isAdmitted(connection)) this.#apply((context) => handleFrame(context, connection, frame, pass));
  }

  onClose(connection: Connection): void {
    const departed = connection.state;
    connection.close();
    if (departed) this.#apply((context) => handleClose(context, departed));
  }
  readonly onError = this.onClose;

  async onRequest(request: Party.Request): Promise<Response> {
    if (request.method === 'GET') return Response.json({ ok: true });
    const post = v.safeParse(RoomPost, await request.json().catch(() => null));
    if (!post.success) return new Response('not a room post', { status: 422 });
    this.#apply((context) => handlePost(context, post.output));
    return Response.json(answerOf(this.#context()));
  }

  /** Does what was due and did not need the room in memory: deletes outdated events, and updates the online state. */
  async onAlarm(): Promise<void> {
    const now = Date.now();
    if (now >= (this.#state.expiryCheckAt ?? Infinity)) {
      const left = await this.#deleteEvents((frame) => isOutdated(frame, now));
      this.#apply((context) => handleExpiryCheck(context, left));
    }
    this.#apply(wake);
  }

  /** Deletes the stored events that fit, and returns how many are left. */
  async #deleteEvents(isGone: (frame: StoredFrame) => boolean): Promise<number> {
    const stored = await this.#eventsAfter(0);
    const outdated = stored.filter(isGone);
    await Promise.all(outdated.map(({ seq }) => this.#party.storage.delete(eventKey(seq))));
    return stored.length - outdated.length;
  }

  /** Replaces the stored events that a function changes. */
  async #changeEvents(change: (frame: StoredFrame) => StoredFrame): Promise<void> {
    const changed = (await this.#eventsAfter(0)).flatMap((frame) => {
      const next = change(frame);
      return next === frame ? [] : next;
    });
    await Promise.all(changed.map((frame) => this.#party.storage.put(eventKey(frame.seq), frame)));
  }

  /** Makes sure that an alarm comes by this time. One that comes earlier finds nothing to do, and sets the next one. */
  async #setAlarmBy(time: number): Promise<void> {
    const scheduled = await this.#party.storage.getAlarm();
    if (scheduled === null || scheduled > time) await this.#party.storage.setAlarm(time);
  }

  async #eventsAfter(seq: number): Promise<StoredFrame[]> {
    return [...(await this.#party.storage.list<StoredFrame>({ prefix: 'event:', start: eventKey(seq + 1) })).values()];
  }

  #context(): RoomContext {
    const party = this.#party;
    return {
      room: this.#state,
      now: Date.now(),
      get sockets() {
        return [...party.getConnections<ConnectionState>()].filter(isAdmitted);
      },
      store: (frame) => {
        void party.storage.put(eventKey(frame.seq), frame);
        void party.storage.delete(eventKey(frame.seq - REPLAY_LENGTH));
      },
      deleteEvents: (isGone) => void this.#deleteEvents(isGone),
      changeEvents: (change) => void this.#changeEvents(change),
      // A post to another room that fails is not repeated: only a typing signal or a presence event is lost.
      post: (room, post) =>
        void this.#postToRoom(room, post).catch((error: Error) => console.warn('room to room', post.kind, error.message)),
      // If a note is lost after all tries, the online state on cards depends on the time of the member's last call alone.
      reportPresence: (site, note) => {
        this.#lastNote = note;
        void this.#sendPresenceNote(site, note).catch((error: Error) => console.warn('room to Worker', error.message));
      },
    };
  }

  /**
   * Runs a rule on the state and stores the result. It is synchronous, so that no other frame comes in between. What is due later waits for
   * an alarm, or for a timer in memory if other rooms have to be told, which a PartyKit alarm cannot reach. The room cannot hibernate while
   * a timer is set.
   */
  #apply(rule: (context: RoomContext) => void): void {
    const context = this.#context();
    rule(context);
    const { room, now } = context;
    const { storage } = this.#party;
    if (room !== this.#state) void (room === NEW_ROOM ? storage.deleteAll() : storage.put('room', room));
    this.#state = room;
    clearTimeout(this.#timer);
    const { inMemory, byAlarm } = nextWakeAt({ room, sockets: context.sockets });
    if (inMemory < Infinity) this.#timer = setTimeout(() => this.#apply(wake), inMemory - now);
    if (byAlarm < Infinity) void this.#setAlarmBy(byAlarm);
  }

  /** Sends a presence note, and again while that fails and no later one was sent. Throws the error of the last try. */
  async #sendPresenceNote(site: string, note: Omit<PresenceNote, 'expires_at'>): Promise<void> {
    const signed = await signPresenceNote(secretOf(this.#party.env), { ...note, expires_at: Date.now() + PRESENCE_NOTE_MS });
    for (const waitMs of NOTE_RETRIES_MS) {
      const isTaken = await this.#postPresenceNote(site, signed).then(
        () => true,
        () => false,
      );
      if (isTaken) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (this.#lastNote !== note) return;
    }
    await this.#postPresenceNote(site, signed);
  }

  async #postPresenceNote(site: string, signed: string): Promise<void> {
    const init = { method: reportPresence.method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ note: signed }) };
    const answer = await fetch(`${site}${reportPresence.path}`, { ...init, signal: AbortSignal.timeout(NOTE_TIMEOUT_MS) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the Worker answered ${answer.status}`);
  }

  async #postToRoom(room: string, post: RoomPost): Promise<void> {
    const init = { method: 'POST', headers: { Authorization: `Bearer ${secretOf(this.#party.env)}` }, body: JSON.stringify(post) };
    const answer = await this.#party.context.parties.main?.get(room).fetch(init);
    // Without this an unread answer keeps both rooms in memory.
    await answer?.body?.cancel();
  }
}

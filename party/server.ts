import type * as Party from 'partykit/server';
import { REPLAY_LENGTH, type RoomPost } from '#contract/realtime';
import { countFrame, readFrame, takeFrame } from '#room/client-frames';
import { admit, answerOf, dueAt, LOOK_MS, leave, NO_TICKET, ofProfile, outdated, readPost, takePost, wake } from '#room/room';
import { isSecret } from '#room/sign';
import { type Change, type Device, type Effect, type KeptFrame, NEW_ROOM, type RoomState, type Scene } from '#room/state';
import { readTicket } from '#room/ticket';
import { readTypingPass } from '#room/typing-pass';

const OPEN = 1;
type Env = Party.Room['env'];
const eventKey = (seq: number) => `event:${String(seq).padStart(16, '0')}`;
/** WebCrypto takes no empty key: without a secret nothing is ever signed or let in. */
const secretOf = (env: Env) => (typeof env.PARTY_SECRET === 'string' ? env.PARTY_SECRET : '');

/** The room that an address names: `/parties/main/<room>`. */
const roomIn = (url: string | null) => (url ? new URL(url).pathname.split('/')[3] : undefined);

function ticketOf({ url, headers }: Pick<Party.Request, 'url' | 'headers'>, room: string, env: Env) {
  const sealed = new URL(url).searchParams.get('ticket') ?? '';
  return readTicket(secretOf(env), sealed, Date.now(), { room, origin: headers.get('Origin') ?? '' });
}

/** The PartyKit host of one member's room: hands events to the rules in room/ and does what they say. */
export default class MemberRoom implements Party.Server {
  readonly options = { hibernate: true };
  readonly #party: Party.Room;
  #room = NEW_ROOM;
  /** PartyKit does not tell it to a room that its alarm woke; the first call does. */
  #name: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(party: Party.Room) {
    this.#party = party;
  }

  static async onBeforeConnect(request: Party.Request, lobby: Party.Lobby) {
    if (!(await ticketOf(request, lobby.id, lobby.env))) return new Response(NO_TICKET.reason, { status: 401 });
    const url = new URL(request.url);
    // PartyKit takes the connection's id from here, and two of one name confuse it.
    url.searchParams.delete('_pk');
    return new Request(url.href, { headers: request.headers });
  }

  static async onBeforeRequest(request: Party.Request, lobby: Party.Lobby) {
    const given = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? '';
    return (await isSecret(secretOf(lobby.env), given)) ? request : new Response('no valid secret', { status: 401 });
  }

  async onStart(): Promise<void> {
    this.#room = { ...NEW_ROOM, ...(await this.#party.storage.get<RoomState>('room')) };
    this.#arm();
  }

  async onConnect(connection: Party.Connection, { request }: Party.ConnectionContext): Promise<void> {
    this.#name ??= roomIn(request.url);
    const ticket = await ticketOf(request, this.#name ?? '', this.#party.env);
    if (!ticket) return connection.close(NO_TICKET.code, NO_TICKET.reason);
    const given = new URL(request.url).searchParams.get('since');
    const since = given === null ? null : Number(given);
    const missed = since === null ? [] : await this.#eventsAfter(since);
    this.#apply((scene) => admit(scene, { id: connection.id, ticket, since, missed }));
  }

  async onMessage(message: string | ArrayBuffer | ArrayBufferView, connection: Party.Connection<Device>): Promise<void> {
    this.#name ??= roomIn(connection.uri);
    if (!connection.state) return connection.close(NO_TICKET.code, NO_TICKET.reason);
    const device = countFrame(connection.state, Date.now());
    if ('code' in device) return connection.close(device.code, device.reason);
    connection.setState(device);
    if (message === 'ping') return connection.send('pong');
    const frame = readFrame(message);
    if ('code' in frame) return connection.close(frame.code, frame.reason);
    const pass = await readTypingPass(secretOf(this.#party.env), frame.typing_pass ?? '', Date.now());
    this.#apply((scene) => takeFrame(scene, connection.id, frame, pass));
  }

  onClose(connection: Party.Connection<Device>): void {
    this.#name ??= roomIn(connection.uri);
    const gone = connection.state;
    connection.close();
    if (gone) this.#apply((scene) => leave(scene, gone));
  }

  onError(connection: Party.Connection<Device>): void {
    this.onClose(connection);
  }

  async onRequest(request: Party.Request): Promise<Response> {
    this.#name ??= roomIn(request.url);
    if (request.method === 'GET') return Response.json({ ok: true });
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'GET, POST' } });
    const post = readPost(await request.json().catch(() => null));
    if (!post) return new Response('not a room post', { status: 422 });
    this.#apply((scene) => takePost(scene, post));
    return Response.json(answerOf(this.#scene()));
  }

  /** Looks through the kept events, and again in a while as long as there are some. */
  async onAlarm(): Promise<void> {
    const kept = await this.#eventsAfter(0);
    const gone = outdated(kept, Date.now());
    await this.#drop(gone);
    if (gone.length < kept.length) await this.#setAlarm();
  }

  #scene(): Scene {
    const marked = [...this.#party.getConnections<Device>()].flatMap(({ id, state }) => (state ? [[id, state] as const] : []));
    return { name: this.#name ?? '', room: this.#room, devices: new Map(marked), now: Date.now() };
  }

  /** Nothing can come between reading the state and writing it. */
  #apply(step: (scene: Scene) => Change): void {
    const { room, effects } = step(this.#scene());
    if (room !== this.#room) void this.#party.storage.put('room', room);
    this.#room = room;
    for (const effect of effects) this.#perform(effect);
    this.#arm();
  }

  #perform(effect: Effect): void {
    const { storage } = this.#party;
    if (effect.do === 'mark') this.#each([effect.to], (connection) => connection.setState(effect.device));
    if (effect.do === 'close') this.#each(effect.to, (connection) => connection.close(effect.code, effect.reason));
    if (effect.do === 'post') void this.#post(effect.room, effect.post);
    if (effect.do === 'forget') void this.#forget(effect.profile);
    if (effect.do === 'purge') void storage.deleteAll();
    if (effect.do === 'send') {
      const text = JSON.stringify(effect.frame);
      this.#each(effect.to, (connection) => connection.send(text));
    }
    if (effect.do === 'keep') {
      void storage.put(eventKey(effect.frame.seq), effect.frame);
      void storage.delete(eventKey(effect.frame.seq - REPLAY_LENGTH));
      void this.#setAlarm();
    }
  }

  #each(ids: readonly string[], act: (connection: Party.Connection<Device>) => void): void {
    for (const id of ids) {
      const connection = this.#party.getConnection<Device>(id);
      if (connection?.readyState === OPEN) act(connection);
    }
  }

  /** To another room; what fails here costs a hint. */
  async #post(room: string, post: RoomPost): Promise<void> {
    try {
      const headers = { Authorization: `Bearer ${secretOf(this.#party.env)}` };
      const answer = await this.#party.context.parties.main?.get(room).fetch({ method: 'POST', headers, body: JSON.stringify(post) });
      // An answer that nobody reads keeps both rooms awake.
      await answer?.body?.cancel();
    } catch (error) {
      console.warn('room to room', post.kind, error instanceof Error ? error.message : error);
    }
  }

  async #eventsAfter(seq: number): Promise<KeptFrame[]> {
    return [...(await this.#party.storage.list<KeptFrame>({ prefix: 'event:', start: eventKey(seq + 1) })).values()];
  }

  async #drop(frames: readonly KeptFrame[]): Promise<void> {
    await Promise.all(frames.map(({ seq }) => this.#party.storage.delete(eventKey(seq))));
  }

  async #forget(profile: string): Promise<void> {
    await this.#drop(ofProfile(await this.#eventsAfter(0), profile));
  }

  async #setAlarm(): Promise<void> {
    const { storage } = this.#party;
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + LOOK_MS);
  }

  /** In memory only, as PartyKit's alarms know neither the room's name nor other rooms; onStart takes up what was due. */
  #arm(): void {
    clearTimeout(this.#timer);
    const due = dueAt(this.#room);
    if (due < Infinity) this.#timer = setTimeout(() => this.#name !== undefined && this.#apply(wake), due - Date.now());
  }
}

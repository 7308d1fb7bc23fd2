import { REPLAY_LENGTH, type RoomAnswer, type RoomPost, type StoredFrame } from '#contract/realtime';
import { countFrame, handleFrame, parseFrame } from './client-frames.ts';
import { isOutdated } from './events.ts';
import { admit, answerOf, handleClose, handleExpiryCheck, handlePost, nextWakeAt, wake } from './room.ts';
import { CLOSE_NO_TICKET, type ConnectionState, NEW_ROOM, type RoomContext, type RoomState, type Socket } from './state.ts';
import { type PresenceNote, readTicket, readTypingPass, type Ticket } from './tokens.ts';

/** The waits before a presence note that failed is sent again, in milliseconds. */
const NOTE_RETRIES_MS = [1000, 4000, 15_000];
const OPEN = 1;
const eventKey = (seq: number) => `event:${String(seq).padStart(16, '0')}`;

/** The storage of one room and its alarm, as Durable Objects have them. */
export interface RoomStorage {
  get<T>(key: string): Promise<T | undefined>;
  put<T>(key: string, value: T): Promise<void>;
  delete(key: string): Promise<unknown>;
  deleteAll(): Promise<void>;
  list<T>(options: { readonly prefix: string; readonly start: string }): Promise<Map<string, T>>;
  getAlarm(): Promise<number | null>;
  setAlarm(time: number): Promise<void>;
}

/** A connection as its host has it: its state is null until the room has admitted it. */
export interface HostSocket extends Socket<ConnectionState | null> {
  readonly readyState: number;
}

type AdmittedSocket = HostSocket & { readonly state: ConnectionState };
const isAdmitted = (socket: HostSocket): socket is AdmittedSocket => socket.readyState === OPEN && socket.state !== null;

/** What runs a room: PartyKit, or a Durable Object of the Worker. */
export interface RoomHost {
  readonly storage: RoomStorage;
  /** The secret with which the Worker signs tickets and passes. */
  secret(): Promise<string>;
  /** All connections, those that were not admitted among them. */
  sockets(): Iterable<HostSocket>;
  /** Whether an alarm may post to other rooms. Otherwise what they have to be told waits for a timer in memory. */
  readonly canAlarmPost: boolean;
  /** Posts to another room. Throws if the room does not take it. */
  postToRoom(room: string, post: RoomPost): Promise<void>;
  /** Tells the Worker at `site` the online state of the room's member. Throws if the Worker does not take it. */
  reportPresence(site: string, note: Omit<PresenceNote, 'expires_at'>): Promise<void>;
}

/** What an address of a room's socket says: the ticket, and since when the page may have missed events. */
export interface SocketRequest {
  readonly url: string;
  readonly headers: { get(name: string): string | null };
}

/**
 * The ticket in an address `/parties/<party>/<room>?ticket=…`. Returns null if it is not valid for this room and origin
 * (docs/product.md, "Admission to a room").
 */
export function ticketOf({ url, headers }: SocketRequest, secret: string): Promise<Ticket | null> {
  const { pathname, searchParams } = new URL(url);
  const at = { room: pathname.split('/')[3] ?? '', origin: headers.get('Origin') ?? '' };
  return readTicket(secret, searchParams.get('ticket') ?? '', Date.now(), at);
}

/**
 * One member's room on a host: passes connections, frames, posts and alarms to the rules in this folder and stores what they return. Of its
 * methods `load` comes first. The same on every host (docs/decisions/0011-keep-the-rules-of-a-room-free-of-its-host.md).
 */
export class HostedRoom {
  readonly #host: RoomHost;
  #state = NEW_ROOM;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The presence note sent last; one before it is not sent again. */
  #lastNote: Omit<PresenceNote, 'expires_at'> | undefined;

  constructor(host: RoomHost) {
    this.#host = host;
  }

  /** Reads the stored state. */
  async load(): Promise<void> {
    this.#state = { ...NEW_ROOM, ...(await this.#host.storage.get<RoomState>('room')) };
  }

  /** Admits a new connection, or closes it if its ticket is not valid. */
  async handleConnect(socket: HostSocket, request: SocketRequest): Promise<void> {
    const ticket = await ticketOf(request, await this.#host.secret());
    if (!ticket) return socket.close(...CLOSE_NO_TICKET);
    const { searchParams } = new URL(request.url);
    const since = searchParams.has('since') ? Number(searchParams.get('since')) : null;
    const missed = since === null ? [] : await this.#eventsAfter(since);
    const isSeen = !searchParams.has('hidden');
    const loadStartedMsAgo = Number(searchParams.get('ago'));
    this.#apply((context) => admit(context, socket, { ticket, since, loadStartedMsAgo, missed, isSeen }));
  }

  /** Handles a frame of a device. Closes its socket if the frame is not valid or one too many. */
  async handleMessage(socket: HostSocket, message: unknown): Promise<void> {
    if (!isAdmitted(socket)) return socket.close(...CLOSE_NO_TICKET);
    const device = countFrame(socket.state, Date.now());
    if ('code' in device) return socket.close(device.code, device.reason);
    socket.setState(device);
    if (message === 'ping') {
      // A visible device that was silent for long is heard again, so the member goes online.
      if (device.isSeen && !this.#state.isOnline) this.#apply(wake);
      return socket.send('pong');
    }
    const frame = parseFrame(message);
    if ('code' in frame) return socket.close(frame.code, frame.reason);
    const signedPass = 'typing_pass' in frame ? frame.typing_pass : undefined;
    const pass = await readTypingPass(await this.#host.secret(), signedPass ?? '', Date.now());
    if (isAdmitted(socket)) this.#apply((context) => handleFrame(context, socket, frame, pass));
  }

  /** Handles the loss of a connection, whose state is the one before it. */
  handleClose({ state }: Pick<HostSocket, 'state'>): void {
    if (state) this.#apply((context) => handleClose(context, state));
  }

  /** Handles a post of the Worker or of another room. */
  handlePost(post: RoomPost): RoomAnswer {
    this.#apply((context) => handlePost(context, post));
    return answerOf(this.#context());
  }

  /** Does what was due and did not need the room in memory. An alarm that comes twice finds nothing to do. */
  async handleAlarm(): Promise<void> {
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
    await Promise.all(outdated.map(({ seq }) => this.#host.storage.delete(eventKey(seq))));
    return stored.length - outdated.length;
  }

  /** Replaces the stored events that a function changes. */
  async #changeEvents(change: (frame: StoredFrame) => StoredFrame): Promise<void> {
    const changed = (await this.#eventsAfter(0)).flatMap((frame) => {
      const next = change(frame);
      return next === frame ? [] : next;
    });
    await Promise.all(changed.map((frame) => this.#host.storage.put(eventKey(frame.seq), frame)));
  }

  /** Makes sure that an alarm comes by this time. One that comes earlier finds nothing to do, and sets the next one. */
  async #setAlarmBy(time: number): Promise<void> {
    const scheduled = await this.#host.storage.getAlarm();
    if (scheduled === null || scheduled > time) await this.#host.storage.setAlarm(time);
  }

  async #eventsAfter(seq: number): Promise<StoredFrame[]> {
    return [...(await this.#host.storage.list<StoredFrame>({ prefix: 'event:', start: eventKey(seq + 1) })).values()];
  }

  #context(): RoomContext {
    const host = this.#host;
    const { storage } = host;
    return {
      room: this.#state,
      now: Date.now(),
      get sockets() {
        return [...host.sockets()].filter(isAdmitted);
      },
      store: (frame) => {
        void storage.put(eventKey(frame.seq), frame);
        void storage.delete(eventKey(frame.seq - REPLAY_LENGTH));
      },
      deleteEvents: (isGone) => void this.#deleteEvents(isGone),
      changeEvents: (change) => void this.#changeEvents(change),
      // A post to another room that fails is not repeated: only a typing signal or a presence event is lost.
      post: (room, post) =>
        void host.postToRoom(room, post).catch((error: Error) => console.warn('room to room', post.kind, error.message)),
      // If a note is lost after all tries, the online state on cards depends on the time of the member's last call alone.
      reportPresence: (site, note) => {
        this.#lastNote = note;
        void this.#sendPresenceNote(site, note).catch((error: Error) => console.warn('room to Worker', error.message));
      },
    };
  }

  /**
   * Runs a rule on the state and stores the result. It is synchronous, so that no other frame comes in between. What is due later waits for
   * an alarm, or for a timer in memory, with which the room cannot hibernate.
   */
  #apply(rule: (context: RoomContext) => void): void {
    const context = this.#context();
    rule(context);
    const { room, now } = context;
    const { storage, canAlarmPost } = this.#host;
    if (room !== this.#state) void (room === NEW_ROOM ? storage.deleteAll() : storage.put('room', room));
    this.#state = room;
    clearTimeout(this.#timer);
    const { inMemory, byAlarm } = nextWakeAt({ room, sockets: context.sockets }, canAlarmPost);
    if (inMemory < Infinity) this.#timer = setTimeout(() => this.#apply(wake), inMemory - now);
    if (byAlarm < Infinity) void this.#setAlarmBy(byAlarm);
  }

  /** Sends a presence note, and again while that fails and no later one was sent. Throws the error of the last try. */
  async #sendPresenceNote(site: string, note: Omit<PresenceNote, 'expires_at'>): Promise<void> {
    for (const waitMs of NOTE_RETRIES_MS) {
      const isTaken = await this.#host.reportPresence(site, note).then(
        () => true,
        () => false,
      );
      if (isTaken) return;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (this.#lastNote !== note) return;
    }
    await this.#host.reportPresence(site, note);
  }
}

import {
  type ClientFrame,
  HEARTBEAT_SECONDS,
  REPLAY_LENGTH,
  type RoomFrame,
  type RoomPost,
  type StoredEvent,
  type StoredFrame,
  type TransientEvent,
} from '#contract/realtime';
import { countFrame, handleFrame } from '#room/client-frames';
import { isOutdated } from '#room/events';
import { admit, answerOf, handleClose, handleExpiryCheck, handlePost, nextWakeAt, wake } from '#room/room';
import { type ConnectionState, NEW_ROOM, type RoomContext, type RoomState, type Socket } from '#room/state';
import type { PresenceNote, TypingPass } from '#room/tokens';

export const ME = 'member-who-owns-room-1';
export const CONVERSATION = 'conversation-of-two-01';
const SITE = 'https://vonk.example';
export const NOON = Date.parse('2026-03-01T12:00:00Z');

interface ConnectOptions {
  readonly since?: number;
  readonly ago?: number;
  readonly session?: string;
  readonly ticket?: string;
  readonly isSeen?: boolean;
  /** Whether the ticket names the site's address; those of earlier Workers do not. */
  readonly namesSite?: boolean;
}

const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;

/** The stored state, serialized between any two steps, so that every test also covers a room that is rebuilt there. */
interface Stored {
  room: string;
  readonly events: Map<number, string>;
  readonly devices: Map<string, string>;
}

const asState = (text: string): RoomState => JSON.parse(text);
const asDevice = (text: string): ConnectionState => JSON.parse(text);
const asFrame = (text: string): StoredFrame => JSON.parse(text);

/** A room with the real rules and an in-memory host that records what it sends, posts and closes. */
export function roomFixture() {
  const stored: Stored = { room: JSON.stringify(NEW_ROOM), events: new Map(), devices: new Map() };
  const frames = new Map<string, RoomFrame[]>();
  const posts: { room: string; post: RoomPost }[] = [];
  const notes: Omit<PresenceNote, 'expires_at'>[] = [];
  const closed: { id: string; code: number }[] = [];
  const silent = new Set<string>();
  const closing: ConnectionState[] = [];
  let now = NOON;
  let tickets = 0;

  /** The socket of the device with this id. */
  const socketOf = (id: string): Socket => ({
    get state() {
      return asDevice(stored.devices.get(id) ?? 'null');
    },
    setState: (device) => stored.devices.set(id, JSON.stringify(device)),
    send: (text) => frames.set(id, [...(frames.get(id) ?? []), JSON.parse(text)]),
    close: (code) => drop(id, code),
  });

  const context = (): RoomContext => ({
    room: asState(stored.room),
    now,
    get sockets() {
      return [...stored.devices.keys()].map(socketOf);
    },
    store: (frame) => {
      stored.events.set(frame.seq, JSON.stringify(frame)).delete(frame.seq - REPLAY_LENGTH);
    },
    deleteEvents: forget,
    changeEvents: (change) => {
      for (const [seq, text] of stored.events) stored.events.set(seq, JSON.stringify(change(asFrame(text))));
    },
    post: (room, post) => posts.push({ room, post }),
    reportPresence: (site, note) => {
      if (site !== SITE) throw new Error(`a note for ${site}`);
      notes.push(note);
    },
  });

  function ping(id: string): void {
    const socket = socketOf(id);
    const device = countFrame(socket.state, now);
    if ('code' in device) throw new Error(device.reason);
    socket.setState(device);
    if (device.isSeen && !asState(stored.room).isOnline) apply(wake);
  }

  function forget(isGone: (frame: StoredFrame) => boolean): void {
    for (const frame of [...stored.events.values()].map(asFrame).filter(isGone)) stored.events.delete(frame.seq);
  }

  /** Runs a step and stores the state. Sockets that were closed in it leave afterwards, as with a real host. */
  function apply(step: (context: RoomContext) => void): void {
    const current = context();
    step(current);
    stored.room = JSON.stringify(current.room);
    if (current.room === NEW_ROOM) stored.events.clear();
    for (const gone of closing.splice(0)) apply((then) => handleClose(then, gone));
  }

  function checkExpiry(): void {
    forget((frame) => isOutdated(frame, now));
    apply((then) => handleExpiryCheck(then, stored.events.size));
  }

  function drop(id: string, code = 1000): void {
    closed.push({ id, code });
    const gone = stored.devices.get(id);
    stored.devices.delete(id);
    if (gone) closing.push(asDevice(gone));
  }

  const nextWake = () => nextWakeAt(context(), false);
  const nextWakeTime = () => Math.min(nextWake().inMemory, nextWake().byAlarm);

  return {
    posts,
    /** The presence notes sent to the Worker. */
    notes,
    closed,
    drop: (id: string) => {
      drop(id);
      apply(() => undefined);
    },
    connect(
      id: string,
      { since, ago = 0, session = 'session-1', ticket = `ticket-${++tickets}`, isSeen = true, namesSite = true }: ConnectOptions = {},
    ): void {
      const site = namesSite ? { site: SITE } : {};
      const claims = { id: ticket, room: 'my-room', member: ME, session, origin: SITE, ...site, expires_at: now + 60_000 };
      const kept = [...stored.events].flatMap(([seq, text]) => (since !== undefined && seq > since ? [asFrame(text)] : []));
      apply((then) => admit(then, socketOf(id), { ticket: claims, since: since ?? null, loadStartedMsAgo: ago, missed: kept, isSeen }));
    },
    /** Stops the pings of a device without closing it: its page is frozen, or its connection is dead. */
    silence: (id: string) => silent.add(id),
    /** Sends a ping of a device, which is not silent any more. */
    ping: (id: string) => {
      silent.delete(id);
      ping(id);
    },
    post: (post: RoomPost) => apply((then) => handlePost(then, post)),
    events: (...events: (StoredEvent | TransientEvent)[]) => apply((then) => handlePost(then, { kind: 'events', events })),
    sendFrame: (id: string, frame: ClientFrame, pass: TypingPass | null = null) =>
      apply((then) => handleFrame(then, socketOf(id), frame, pass)),
    /** Lets time pass without alarms and pings, as if the alarm were late or lost. */
    skipTime: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Lets time pass with the pings of all devices that are not silent, and calls the room whenever it is due. */
    advance(milliseconds: number): void {
      const until = now + milliseconds;
      const active = () => [...stored.devices.keys()].filter((id) => !silent.has(id));
      let beat = active().length > 0 ? now + HEARTBEAT_MS : Infinity;
      const nextDue = () => Math.min(nextWakeTime(), beat);
      for (let due = nextDue(); due <= until; due = nextDue()) {
        now = Math.max(now, due);
        if (beat <= now) {
          for (const id of active()) ping(id);
          beat = now + HEARTBEAT_MS;
        }
        if ((asState(stored.room).expiryCheckAt ?? Infinity) <= now) checkExpiry();
        if (nextWakeTime() <= now) apply(wake);
      }
      now = until;
    },
    /** When the room is due next, in milliseconds from now. */
    nextWakeIn: () => ({ inMemory: nextWake().inMemory - now, byAlarm: nextWake().byAlarm - now }),
    answer: () => answerOf(context()),
    framesOf: (id: string) => frames.get(id) ?? [],
    typesOf: (id: string) => (frames.get(id) ?? []).map(({ type }) => type),
    now: () => now,
    storedEventCount: () => stored.events.size,
  };
}

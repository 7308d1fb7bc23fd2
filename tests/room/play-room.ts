import { type ClientFrame, type KeptEvent, type PassingEvent, REPLAY_LENGTH, type RoomFrame, type RoomPost } from '#contract/realtime';
import { takeFrame } from '#room/client-frames';
import { admit, answerOf, dueAt, LOOK_MS, leave, ofProfile, outdated, takePost, wake } from '#room/room';
import { type Change, type Device, type KeptFrame, NEW_ROOM, type RoomState, type Scene } from '#room/state';
import type { TypingPass } from '#room/typing-pass';

export const ME = 'member-who-owns-room-1';
export const CONVERSATION = 'conversation-of-two-01';
export const NOON = Date.parse('2026-03-01T12:00:00Z');

interface Visit {
  readonly since?: number;
  readonly session?: string;
  readonly ticket?: string;
}

/** Stored as text between any two steps, so that each test also shows that a room may be rebuilt there. */
interface Stored {
  room: string;
  /** When the kept events are looked through next. */
  alarm: number;
  readonly events: Map<number, string>;
  readonly devices: Map<string, string>;
}

const asState = (text: string): RoomState => JSON.parse(text);
const asDevice = (text: string): Device => JSON.parse(text);
const asFrame = (text: string): KeptFrame => JSON.parse(text);

/** A room under the real rules with a host of memory: what it sends, posts and closes can be read back. */
export function playRoom() {
  const stored: Stored = { room: JSON.stringify(NEW_ROOM), alarm: Infinity, events: new Map(), devices: new Map() };
  const frames = new Map<string, RoomFrame[]>();
  const posts: { room: string; post: RoomPost }[] = [];
  const closed: { id: string; code: number }[] = [];
  let now = NOON;
  let tickets = 0;

  const scene = (): Scene => ({
    name: 'my-room',
    room: asState(stored.room),
    devices: new Map([...stored.devices].map(([id, device]) => [id, asDevice(device)])),
    now,
  });

  function apply(step: (scene: Scene) => Change): void {
    const { room, effects } = step(scene());
    stored.room = JSON.stringify(room);
    for (const effect of effects) {
      if (effect.do === 'mark') stored.devices.set(effect.to, JSON.stringify(effect.device));
      if (effect.do === 'send') for (const id of effect.to) send(id, effect.frame);
      if (effect.do === 'close') for (const id of effect.to) drop(id, effect.code);
      if (effect.do === 'keep') {
        stored.events.set(effect.frame.seq, JSON.stringify(effect.frame)).delete(effect.frame.seq - REPLAY_LENGTH);
        stored.alarm = Math.min(stored.alarm, now + LOOK_MS);
      }
      if (effect.do === 'post') posts.push({ room: effect.room, post: effect.post });
      if (effect.do === 'forget')
        for (const { seq } of ofProfile([...stored.events.values()].map(asFrame), effect.profile)) stored.events.delete(seq);
      if (effect.do === 'purge') stored.events.clear();
    }
  }

  function lookThrough(): void {
    for (const { seq } of outdated([...stored.events.values()].map(asFrame), now)) stored.events.delete(seq);
    stored.alarm = stored.events.size > 0 ? now + LOOK_MS : Infinity;
  }

  function send(id: string, frame: RoomFrame): void {
    if (stored.devices.has(id)) frames.set(id, [...(frames.get(id) ?? []), frame]);
  }

  function drop(id: string, code = 1000): void {
    closed.push({ id, code });
    const gone = stored.devices.get(id);
    stored.devices.delete(id);
    if (gone) apply((then) => leave(then, asDevice(gone)));
  }

  return {
    posts,
    closed,
    drop: (id: string) => drop(id),
    connect(id: string, { since, session = 'session-1', ticket = `ticket-${++tickets}` }: Visit = {}): void {
      const claims = { id: ticket, room: 'my-room', member: ME, session, origin: 'https://vonk.example', expires_at: now + 60_000 };
      const kept = [...stored.events].flatMap(([seq, text]) => (since !== undefined && seq > since ? [asFrame(text)] : []));
      apply((then) => admit(then, { id, ticket: claims, since: since ?? null, missed: kept }));
    },
    post: (post: RoomPost) => apply((then) => takePost(then, post)),
    events: (...events: (KeptEvent | PassingEvent)[]) => apply((then) => takePost(then, { kind: 'events', events })),
    say: (id: string, frame: ClientFrame, pass: TypingPass | null = null) => apply((then) => takeFrame(then, id, frame, pass)),
    /** A room whose alarm is late, or lost: time goes by and nothing happens. */
    sleep: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Lets time go by, waking the room whenever it asks to be. */
    pass(milliseconds: number): void {
      const until = now + milliseconds;
      const nextDue = () => Math.min(dueAt(scene().room), stored.alarm);
      for (let due = nextDue(); due <= until; due = nextDue()) {
        now = Math.max(now, due);
        if (dueAt(scene().room) <= now) apply(wake);
        if (stored.alarm <= now) lookThrough();
      }
      now = until;
    },
    answer: () => answerOf(scene()),
    framesOf: (id: string) => frames.get(id) ?? [],
    typesOf: (id: string) => (frames.get(id) ?? []).map(({ type }) => type),
    now: () => now,
    keptEvents: () => stored.events.size,
  };
}

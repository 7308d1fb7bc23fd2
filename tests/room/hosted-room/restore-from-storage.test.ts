import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR } from '#contract/durations';
import type { RoomPost } from '#contract/realtime';
import { HostedRoom, type RoomHost } from '#room/hosted-room';
import type { ConnectionState } from '#room/state';
import { signTicket, signTypingPass } from '#room/tokens';
import { badgeChanged, creditsChanged, likeReceived, likeWithdrawn, messageSent } from '../event-samples.ts';
import { CONVERSATION, ME, NOON } from '../room-fixture.ts';
import { aStorage } from './storage-in-memory.ts';

const SECRET = 'the-secret-of-a-room-that-is-rebuilt';
const ORIGIN = 'https://vonk.example';
const ADDRESS = 'http://rooms.example/parties/main/my-room';
const Device = fc.constantFrom('phone', 'laptop', 'tablet');

/** A random action on a room, with the time in milliseconds that passes before it. */
const Step = fc.record({
  pause: fc.constantFrom(0, 0, 1, 300, 700, 1000, 30_000, 59_999, 60_000, HOUR),
  act: fc.oneof(
    fc.record({
      kind: fc.constant('connect' as const),
      device: Device,
      session: fc.constantFrom('s1', 's2'),
      since: fc.option(fc.nat(12)),
      ticket: fc.nat(4),
      isSeen: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('close' as const), device: Device }),
    fc.record({
      kind: fc.constant('say' as const),
      device: Device,
      text: fc.constantFrom('ping', '{', 'typing', 'viewing', 'elsewhere', 'hidden', 'seen'),
    }),
    fc.record({
      kind: fc.constant('post' as const),
      post: fc.constantFrom<RoomPost>(
        { kind: 'events', events: [likeReceived(1), likeReceived(2)] },
        { kind: 'events', events: [likeWithdrawn(1), badgeChanged(3)] },
        { kind: 'events', events: [creditsChanged(4), messageSent(1)] },
        { kind: 'events', events: [{ type: 'session.ended', session: 's1' }] },
        {
          kind: 'events',
          events: [
            { type: 'typing', conversation: CONVERSATION },
            { type: 'presence.changed', profile: ME, is_online: true },
          ],
        },
        { kind: 'watch', room: 'their-room', conversation: CONVERSATION, is_on: true },
        { kind: 'watch', room: 'their-room', conversation: CONVERSATION, is_on: false },
        { kind: 'pass.revoked', conversation: CONVERSATION },
        { kind: 'hidden' },
        { kind: 'purge' },
        { kind: 'moved' },
      ),
    }),
  ),
});
type Act = (typeof Step extends fc.Arbitrary<infer S> ? S : never)['act'];

/** Hosts a room in memory and records everything that it sends, posts and closes. */
async function aHost(canAlarmPost: boolean) {
  const storage = aStorage();
  let alarmTimer: ReturnType<typeof setTimeout> | undefined;
  const written: unknown[] = [];
  const connections = new Map<string, ReturnType<typeof aConnection>>();
  let visits = 0;

  function aConnection(device: string) {
    const id = `${device}-${++visits}`;
    const connection = {
      id,
      uri: ADDRESS,
      readyState: 1,
      state: null as ConnectionState | null,
      setState: (state: ConnectionState) => {
        connection.state = structuredClone(state);
      },
      send: (text: string) => written.push([id, 'gets', JSON.parse(text === 'pong' ? '"pong"' : text)]),
      close: (code?: number) => {
        if (connection.readyState !== 1) return;
        connection.readyState = 3;
        if (code) written.push([id, 'is closed', code]);
        queueMicrotask(() => leave(connection));
      },
    };
    return connection;
  }
  let isInAlarm = false;
  const host: RoomHost = {
    storage: {
      ...storage,
      setAlarm: async (at: number) => {
        await storage.setAlarm(at);
        startAlarm();
      },
    },
    secret: async () => SECRET,
    sockets: () => connections.values(),
    canAlarmPost,
    postToRoom: async (name, post) => {
      if (isInAlarm && !canAlarmPost) throw new Error('an alarm reaches no other room');
      written.push([name, 'is told', post]);
    },
    reportPresence: async (site, note) => void written.push([site, 'is told', note]),
  };
  let room = new HostedRoom(host);
  await room.load();

  function startAlarm(): void {
    clearTimeout(alarmTimer);
    const at = storage.alarm();
    if (at !== null) alarmTimer = setTimeout(() => void ring(), at - Date.now());
  }
  async function ring(): Promise<void> {
    storage.clearAlarm();
    isInAlarm = true;
    await room.handleAlarm();
    isInAlarm = false;
  }

  function leave(connection: ReturnType<typeof aConnection>): void {
    if (!connections.delete(connection.id)) return;
    connection.readyState = 3;
    room.handleClose(connection);
  }
  const connectionOf = (device: string) => [...connections.values()].find(({ id }) => id.startsWith(device));

  async function connect({ device, session, since, ticket: ticketNumber, isSeen }: Extract<Act, { kind: 'connect' }>): Promise<void> {
    const claims = { id: `ticket-${ticketNumber}`, room: 'my-room', member: ME, session, origin: ORIGIN };
    const ticket = await signTicket(SECRET, { ...claims, expires_at: NOON + 7200_000 });
    const position = since === null ? {} : { since: String(since) };
    const query = new URLSearchParams({ ticket, ...position, ...(isSeen ? {} : { hidden: '1' }) });
    const connection = aConnection(device);
    connections.set(connection.id, connection);
    await room.handleConnect(connection, new Request(`${ADDRESS}?${query}`, { headers: { Origin: ORIGIN } }));
  }

  async function say({ device, text }: Extract<Act, { kind: 'say' }>): Promise<void> {
    const claims = { id: 'pass', conversation: CONVERSATION, member: ME, room: 'their-room', is_presence_shown: true };
    const typing_pass = await signTypingPass(SECRET, { ...claims, expires_at: NOON + HOUR });
    const frames: Record<string, object> = {
      typing: { type: 'typing', typing_pass },
      viewing: { type: 'viewing', conversation: CONVERSATION, typing_pass },
      elsewhere: { type: 'viewing', conversation: null },
      hidden: { type: 'seen', is_seen: false },
      seen: { type: 'seen', is_seen: true },
    };
    const connection = connectionOf(device);
    if (connection) await room.handleMessage(connection, frames[text] ? JSON.stringify(frames[text]) : text);
  }

  return {
    written,
    take: async (act: Act): Promise<void> => {
      if (act.kind === 'connect') await connect(act);
      if (act.kind === 'say') await say(act);
      if (act.kind === 'post') written.push(room.handlePost(act.post));
      const connection = act.kind === 'close' ? connectionOf(act.device) : undefined;
      if (connection) leave(connection);
    },
    /** Replaces the room by a new one with the same storage, and makes a first call without events. */
    rebuild: async () => {
      const now = Date.now();
      vi.clearAllTimers();
      // Clearing the timers resets the clock.
      vi.setSystemTime(now);
      startAlarm();
      room = new HostedRoom(host);
      await room.load();
      room.handlePost({ kind: 'events', events: [] });
    },
  };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => {
  vi.useRealTimers();
});

it.each([false, true])(
  'a room that is rebuilt from its storage between any two steps behaves the same; its alarms reach other rooms: %s',
  async (canAlarmPost) => {
    const play = async (steps: readonly { pause: number; act: Act }[], isRebuilt: (step: number) => boolean) => {
      vi.setSystemTime(NOON);
      const host = await aHost(canAlarmPost);
      for (const [number, { pause, act }] of steps.entries()) {
        if (isRebuilt(number)) await host.rebuild();
        await vi.advanceTimersByTimeAsync(pause);
        await host.take(act);
      }
      await vi.advanceTimersByTimeAsync(180_000);
      vi.clearAllTimers();
      return host.written;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(Step, { minLength: 2, maxLength: 25 }),
        fc.array(fc.boolean(), { minLength: 25, maxLength: 25 }),
        async (steps, rebuilt) => {
          const expected = await play(steps, () => false);
          expect(await play(steps, (step) => rebuilt[step] ?? false)).toEqual(expected);
          expect(await play(steps, () => true)).toEqual(expected);
        },
      ),
      { numRuns: 100, seed: 20_261_122 },
    );
  },
);

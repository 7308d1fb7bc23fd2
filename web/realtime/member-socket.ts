import ReconnectingWebSocket from 'partysocket/ws';
import * as v from 'valibot';
import { getRoom } from '#contract/chat';
import { type ClientFrame, HEARTBEAT_SECONDS, RoomFrame } from '#contract/realtime';
import { call } from '../api/call.ts';
import { wire } from './member-events.ts';

const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
/** A ping without an answer for so long means a dead line, whatever the browser believes. Silence alone does not: a hidden tab's timers sleep. */
const PATIENCE_MS = 10_000;
const WATCH_MS = 5000;
/** After so long a silence a page that is looked at again does not wait for an answer. */
const SILENCE_MS = 45_000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/** Whose room this page has been in, and the last seq it has seen there; 0 before the first. */
let seen: { room: string; seq: number } | null = null;

/** How long this page has been reading, in milliseconds; the monotonic clock stands still while some machines sleep. */
const ago = () => Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin));

const isTabSeen = () => document.visibilityState === 'visible';

/** The way into the room with a ticket of its own, and since when the page may have missed something. */
async function findRoom(signal: AbortSignal, noteSeen: (isSeen: boolean) => void): Promise<string> {
  signal.throwIfAborted();
  const { room, host, ticket } = await call(getRoom, {}, { signal });
  signal.throwIfAborted();
  if (seen?.room !== room) seen = { room, seq: 0 };
  const since: Record<string, string> = seen.seq > 0 ? { since: String(seen.seq) } : { ago: String(ago()) };
  const isSeen = isTabSeen();
  noteSeen(isSeen);
  const query = new URLSearchParams({ ticket, ...since, ...(isSeen ? {} : { hidden: '1' }) });
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${host}/parties/main/${room}?${query}`;
}

function frameOf(text: unknown): RoomFrame | null {
  if (typeof text !== 'string') return null;
  try {
    const parsed = v.safeParse(RoomFrame, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Keeps count; true when frames between the last one and this one are missing. */
function isAfterGap(frame: RoomFrame): boolean {
  if (!('seq' in frame) || !seen) return false;
  const isGap = seen.seq > 0 && frame.seq > seen.seq + 1;
  seen = { ...seen, seq: Math.max(seen.seq, frame.seq) };
  return isGap;
}

const isSeen = (frame: RoomFrame) => 'seq' in frame && seen !== null && frame.seq <= seen.seq;

function receive(data: unknown): void {
  const frame = frameOf(data);
  if (!frame || isSeen(frame)) return;
  if (frame.type === 'resync' && seen) seen = { ...seen, seq: 0 };
  if (isAfterGap(frame)) wire.deliver({ type: 'resync' });
  wire.deliver(frame);
}

/** How a page comes back after a loss: each at a pace of its own, so that those who lost a server together do not all knock at once. */
export const patience = () => ({
  minReconnectionDelay: FIRST_RETRY_MS * (0.5 + Math.random()),
  maxReconnectionDelay: LAST_RETRY_MS * (0.5 + Math.random()),
  reconnectionDelayGrowFactor: 1.6,
  connectionTimeout: 10_000,
  maxEnqueuedMessages: 0,
});

/** One socket, which comes back by itself with a fresh ticket until it is ended. */
function openLine() {
  const ending = new AbortController();
  const { signal } = ending;
  let heard = Date.now();
  /** When the oldest ping without an answer went. */
  let asked: number | null = null;
  /** What the room was told last of this tab. */
  let saidSeen = true;
  const noteSeen = (isSeen: boolean) => {
    saidSeen = isSeen;
  };
  const socket = new ReconnectingWebSocket(() => findRoom(signal, noteSeen), null, patience());
  const isOpen = () => socket.readyState === socket.OPEN;
  const tellSeen = () => {
    const is_seen = isTabSeen();
    if (!isOpen() || is_seen === saidSeen) return;
    socket.send(JSON.stringify({ type: 'seen', is_seen } satisfies ClientFrame));
    noteSeen(is_seen);
  };
  const hear = () => {
    heard = Date.now();
    asked = null;
  };
  wire.setState('connecting');
  wire.setSender((text) => socket.send(text));
  socket.addEventListener(
    'open',
    () => {
      hear();
      tellSeen();
      wire.setState('open');
    },
    { signal },
  );
  socket.addEventListener(
    'message',
    ({ data }) => {
      hear();
      if (data !== 'pong') receive(data);
    },
    { signal },
  );
  socket.addEventListener('close', () => wire.setState('connecting'), { signal });
  return {
    tellSeen,
    ask: () => {
      if (isOpen() && socket.send('ping')) asked ??= Date.now();
    },
    isDead: () => isOpen() && asked !== null && Date.now() - asked >= PATIENCE_MS,
    isFresh: () => isOpen() && Date.now() - heard < SILENCE_MS,
    end: () => {
      ending.abort();
      socket.close();
    },
  };
}

/** Opens the member's room and keeps it open until the returned function is called. */
export function openMemberSocket(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let line = openLine();
  const renew = () => {
    line.end();
    line = openLine();
  };
  const beat = setInterval(() => line.ask(), HEARTBEAT_MS);
  const watch = setInterval(() => line.isDead() && renew(), WATCH_MS);
  // Also out of a long wait for the next try, which a socket does not cut short by itself.
  const comeBack = () => (line.isFresh() ? line.ask() : renew());
  addEventListener('online', comeBack, { signal });
  const follow = () => {
    line.tellSeen();
    if (isTabSeen()) comeBack();
  };
  document.addEventListener('visibilitychange', follow, { signal });
  document.addEventListener('resume', follow, { signal });
  // A page that is closed leaves the room at once. One that the browser keeps and brings back begins anew.
  addEventListener('pagehide', () => line.end(), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && renew(), { signal });
  return () => {
    ending.abort();
    clearInterval(beat);
    clearInterval(watch);
    line.end();
    wire.setSender(null);
    wire.setState('closed');
  };
}

/** Another member must not ask for what this one missed. */
export const forgetRoom = (): void => {
  seen = null;
};

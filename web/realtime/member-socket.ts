import ReconnectingWebSocket from 'partysocket/ws';
import * as v from 'valibot';
import { getRoom } from '#contract/chat';
import { type ClientFrame, HEARTBEAT_SECONDS, RoomFrame } from '#contract/realtime';
import { noteBookmark } from '../api/bookmark.ts';
import { call } from '../api/call.ts';
import { socketInternals } from './member-events.ts';

const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
/**
 * A ping that is unanswered for this many milliseconds means a dead connection. Silence alone does not: timers of hidden tabs are
 * throttled.
 */
const PONG_TIMEOUT_MS = 10_000;
/** How often the connection is checked, in milliseconds. */
const WATCH_MS = 5000;
/** After this many milliseconds of silence, a page that is visible again reconnects without waiting for a pong. */
const SILENCE_MS = 45_000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/**
 * The address of the room this page was last connected to, and the last sequence number seen there; 0 before the first. Null before the
 * first room. A room that has moved to another host counts anew.
 */
let roomPosition: { address: string; seq: number } | null = null;

/** How long ago this page was loaded, in milliseconds. The greater of two clocks: the monotonic one may stop while the machine sleeps. */
const pageAgeMs = () => Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin));

const isTabVisible = () => document.visibilityState === 'visible';

/**
 * The address of the room, with a fresh ticket and since when the page may have missed events. Throws if the call fails or `signal` aborts.
 */
async function roomUrl(signal: AbortSignal, noteSeen: (isVisible: boolean) => void): Promise<string> {
  signal.throwIfAborted();
  const { room, host, party = 'main', ticket } = await call(getRoom, {}, { signal });
  signal.throwIfAborted();
  const address = `${host}/parties/${party}/${room}`;
  // What the former room still held for this page is lost with it.
  if (roomPosition && roomPosition.address !== address) socketInternals.deliver({ type: 'resync' });
  if (roomPosition?.address !== address) roomPosition = { address, seq: 0 };
  const since: Record<string, string> = roomPosition.seq > 0 ? { since: String(roomPosition.seq) } : { ago: String(pageAgeMs()) };
  const isVisible = isTabVisible();
  noteSeen(isVisible);
  const query = new URLSearchParams({ ticket, ...since, ...(isVisible ? {} : { hidden: '1' }) });
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${address}?${query}`;
}

/** The parsed frame; null if it is invalid. */
function frameOf(text: unknown): RoomFrame | null {
  if (typeof text !== 'string') return null;
  try {
    const parsed = v.safeParse(RoomFrame, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Records the frame's sequence number. Returns whether frames before it are missing. */
function recordSeq(frame: RoomFrame): boolean {
  if (!('seq' in frame) || !roomPosition) return false;
  const isGap = roomPosition.seq > 0 && frame.seq > roomPosition.seq + 1;
  roomPosition = { ...roomPosition, seq: Math.max(roomPosition.seq, frame.seq) };
  return isGap;
}

const isDuplicate = (frame: RoomFrame) => 'seq' in frame && roomPosition !== null && frame.seq <= roomPosition.seq;

function receive(data: unknown): void {
  const frame = frameOf(data);
  if (!frame || isDuplicate(frame)) return;
  // Before anything is read because of the event.
  noteBookmark(frame.bookmark);
  if (frame.type === 'resync' && roomPosition) roomPosition = { ...roomPosition, seq: 0 };
  if (recordSeq(frame)) socketInternals.deliver({ type: 'resync' });
  socketInternals.deliver(frame);
}

/** Options for reconnecting, with random delays, so that pages that lost a server together do not all return at once. */
export const reconnectOptions = () => ({
  minReconnectionDelay: FIRST_RETRY_MS * (0.5 + Math.random()),
  maxReconnectionDelay: LAST_RETRY_MS * (0.5 + Math.random()),
  reconnectionDelayGrowFactor: 1.6,
  connectionTimeout: 10_000,
  maxEnqueuedMessages: 0,
});

/** One socket, which reconnects by itself with a fresh ticket until `end` is called. */
function openSocket() {
  const ending = new AbortController();
  const { signal } = ending;
  let lastReceivedAt = Date.now();
  /** When the oldest unanswered ping was sent; null if there is none. */
  let pingedAt: number | null = null;
  /** The visibility of this tab that was last reported to the room. */
  let reportedVisible = true;
  const noteSeen = (isVisible: boolean) => {
    reportedVisible = isVisible;
  };
  const socket = new ReconnectingWebSocket(() => roomUrl(signal, noteSeen), null, reconnectOptions());
  const isOpen = () => socket.readyState === socket.OPEN;
  const tellSeen = () => {
    const is_seen = isTabVisible();
    if (!isOpen() || is_seen === reportedVisible) return;
    socket.send(JSON.stringify({ type: 'seen', is_seen } satisfies ClientFrame));
    noteSeen(is_seen);
  };
  const noteReceived = () => {
    lastReceivedAt = Date.now();
    pingedAt = null;
  };
  socketInternals.setState('connecting');
  socketInternals.setSender((text) => socket.send(text));
  socket.addEventListener(
    'open',
    () => {
      noteReceived();
      tellSeen();
      socketInternals.setState('open');
    },
    { signal },
  );
  socket.addEventListener(
    'message',
    ({ data }) => {
      noteReceived();
      if (data !== 'pong') receive(data);
    },
    { signal },
  );
  socket.addEventListener('close', () => socketInternals.setState('connecting'), { signal });
  return {
    tellSeen,
    ask: () => {
      if (isOpen() && socket.send('ping')) pingedAt ??= Date.now();
    },
    isDead: () => isOpen() && pingedAt !== null && Date.now() - pingedAt >= PONG_TIMEOUT_MS,
    isFresh: () => isOpen() && Date.now() - lastReceivedAt < SILENCE_MS,
    end: () => {
      ending.abort();
      socket.close();
    },
  };
}

/** Connects to the member's room and stays connected until the returned function is called. */
export function openMemberSocket(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let line = openSocket();
  const renew = () => {
    line.end();
    line = openSocket();
  };
  const heartbeat = setInterval(() => line.ask(), HEARTBEAT_MS);
  const watch = setInterval(() => line.isDead() && renew(), WATCH_MS);
  // Also ends a long pause before the next try, which the socket does not cut short by itself.
  const checkLine = () => (line.isFresh() ? line.ask() : renew());
  addEventListener('online', checkLine, { signal });
  const onVisibility = () => {
    line.tellSeen();
    if (isTabVisible()) checkLine();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  document.addEventListener('resume', onVisibility, { signal });
  // A closed page leaves the room at once. A page restored from the back/forward cache connects anew.
  addEventListener('pagehide', () => line.end(), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && renew(), { signal });
  return () => {
    ending.abort();
    clearInterval(heartbeat);
    clearInterval(watch);
    line.end();
    socketInternals.setSender(null);
    socketInternals.setState('closed');
  };
}

/** Forgets room and sequence number, so that the next member does not ask for events of this one. */
export const forgetRoom = (): void => {
  roomPosition = null;
};

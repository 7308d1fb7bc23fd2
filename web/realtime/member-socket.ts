import ReconnectingWebSocket from 'partysocket/ws';
import * as v from 'valibot';
import { getRoom } from '#contract/chat';
import { HEARTBEAT_SECONDS, RoomFrame } from '#contract/realtime';
import { call } from '../api/call.ts';
import { wire } from './member-events.ts';

const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
/** A socket that has been silent for so long is dead, whatever the browser believes. */
const SILENCE_MS = 45_000;
const WATCH_MS = 5000;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/** The last seq this page has seen, and whose room counted it. */
let seen: { room: string; seq: number } | null = null;

async function roomAddress(): Promise<string> {
  const { room, host, ticket } = await call(getRoom, {});
  const since = seen?.room === room ? seen.seq : null;
  if (since === null) seen = { room, seq: 0 };
  const query = new URLSearchParams({ ticket, ...(since === null ? {} : { since: String(since) }) });
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

/** Opens the member's room and keeps it open until the returned function is called. */
export function openMemberSocket(): () => void {
  const socket = new ReconnectingWebSocket(roomAddress, null, {
    minReconnectionDelay: FIRST_RETRY_MS * (0.5 + Math.random()),
    maxReconnectionDelay: LAST_RETRY_MS * (0.5 + Math.random()),
    reconnectionDelayGrowFactor: 1.6,
    connectionTimeout: 10_000,
    maxEnqueuedMessages: 0,
  });
  let heard = Date.now();
  let isRestarting = false;
  wire.setState('connecting');
  wire.setSender((text) => socket.send(text));

  socket.addEventListener('open', () => {
    heard = Date.now();
    isRestarting = false;
    wire.setState('open');
  });
  socket.addEventListener('message', (event) => {
    heard = Date.now();
    if (event.data !== 'pong') receive(event.data);
  });
  socket.addEventListener('close', () => wire.setState('connecting'));

  const beat = setInterval(() => socket.readyState === socket.OPEN && socket.send('ping'), HEARTBEAT_MS);
  const watch = setInterval(() => {
    if (socket.readyState !== socket.OPEN || isRestarting || Date.now() - heard < SILENCE_MS) return;
    isRestarting = true;
    wire.setState('connecting');
    socket.reconnect();
  }, WATCH_MS);

  const comeBack = () => socket.readyState !== socket.OPEN && socket.reconnect();
  addEventListener('online', comeBack);

  return () => {
    removeEventListener('online', comeBack);
    clearInterval(beat);
    clearInterval(watch);
    wire.setSender(null);
    socket.close();
    wire.setState('closed');
  };
}

/** Another member must not ask for what this one missed. */
export const forgetRoom = (): void => {
  seen = null;
};

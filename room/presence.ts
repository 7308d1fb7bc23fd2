import { MINUTE } from '#contract/durations';
import { HEARTBEAT_SECONDS, type RoomPost } from '#contract/realtime';
import type { ConnectionState, RoomContext, RoomState, Socket } from './state.ts';
import { TYPING_PASS_MS } from './tokens.ts';

const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
/** After three missed pings a device counts as frozen or disconnected. */
const SILENT_MS = 3 * HEARTBEAT_MS;
/**
 * The same while no other room shows the presence of this member: then it is on cards alone, which tell who was here within 20 minutes. Each
 * alarm is a request and a written row for the host, and an open page needs one in this time. A post to the room notices the silence before.
 */
const UNWATCHED_SILENT_MS = 10 * MINUTE;
/**
 * How long a member stays online after the last visible device is gone, so that a reload or a short loss of the line does not show. A
 * heartbeat less than SILENT_MS, because the last ping may be that old.
 */
const OFFLINE_DELAY_MS = SILENT_MS - HEARTBEAT_MS;
/** The same if the page has reported that it is no longer visible: then only the loading of another page has to be bridged. */
const PAGE_LOAD_GRACE_MS = 3000;
/** A page's report that it is hidden belongs to a lost socket if it came at most this long before it; it may also come later. */
const SAME_DEPARTURE_MS = 5000;
/** The key in `RoomState.dead` that stands for all passes by which others see this member's presence. */
const ALL_PRESENCE_PASSES = 'presence';

/** Whether a device was heard recently enough to count as connected. */
export const isLive = (now: number, { heardAt }: ConnectionState) => now - heardAt < SILENT_MS;

const isVisible = (now: number, { state }: Socket) => state.isSeen && isLive(now, state);

/** When a member whose last visible device left at `leftAt` is shown as offline, in milliseconds. */
const offlineAt = (leftAt: number, hiddenAt: number) =>
  hiddenAt > leftAt - SAME_DEPARTURE_MS ? Math.max(leftAt, hiddenAt) + PAGE_LOAD_GRACE_MS : leftAt + OFFLINE_DELAY_MS;

/** When it has to be looked whether this member went offline, in milliseconds; Infinity if the member is offline. */
export function presenceDueAt({ room, sockets }: Pick<RoomContext, 'room' | 'sockets'>): number {
  if (!room.isOnline) return Infinity;
  if (room.leftAt !== null) return offlineAt(room.leftAt, room.hiddenAt);
  const silentMs = Object.keys(room.watchers).length > 0 ? SILENT_MS : UNWATCHED_SILENT_MS;
  return Math.max(0, ...sockets.filter(({ state }) => state.isSeen).map(({ state }) => state.heardAt)) + silentMs;
}

/** Reports this member's presence to the Worker, unless the room does not know its address yet. */
function reportToWorker({ room: { site, member }, reportPresence }: RoomContext, is_online: boolean, at: number): void {
  if (site) reportPresence(site, { member, is_online, at });
}

/**
 * Brings this member's online state up to date: online while a device is visible, offline some time after the last one was. `departed`: the
 * state of a device before it left or was hidden.
 */
export function updatePresence(context: RoomContext, departed?: ConnectionState): void {
  const { room, sockets, now } = context;
  if (sockets.some((socket) => isVisible(now, socket))) {
    if (room.isOnline && room.leftAt === null) return;
    context.room = { ...room, isOnline: true, leftAt: null, isNotedGone: false };
    if (!room.isOnline) publishPresence(context, true);
    if (room.isNotedGone) reportToWorker(context, true, now);
    return;
  }
  if (!room.isOnline) return;
  const visible = [...sockets.map(({ state }) => state), ...(departed ? [departed] : [])].filter(({ isSeen }) => isSeen);
  const heardAt = Math.max(...visible.map((device) => device.heardAt));
  // The moment at which a silent device left is unknown; at the latest it was when its next ping was due.
  const leftAt = room.leftAt ?? (visible.length > 0 ? Math.min(now, heardAt + HEARTBEAT_MS) : now);
  if (offlineAt(leftAt, room.hiddenAt) > now) {
    if (room.leftAt === null) context.room = { ...room, leftAt };
    return;
  }
  context.room = { ...room, isOnline: false, leftAt: null, isNotedGone: true };
  publishPresence(context, false);
  reportToWorker(context, false, leftAt);
}

/**
 * Takes the report of a page that no tab of its browser is visible. If the member is offline here, the Worker marks them as offline by
 * itself, and has to be told when they return.
 */
export function handleHidden(context: RoomContext): void {
  const { room, now } = context;
  context.room = { ...room, hiddenAt: now, isNotedGone: !room.isOnline };
  updatePresence(context);
}

/** The rooms that show this member's presence, without those that have not asked again in time. */
export const liveWatchers = ({ room: { watchers }, now }: Pick<RoomContext, 'room' | 'now'>): RoomState['watchers'] =>
  Object.fromEntries(Object.entries(watchers).filter(([, { until }]) => until > now));

/** Posts this member's online state to the rooms that show it, or to the given ones. */
export function publishPresence({ room, post }: RoomContext, is_online: boolean, watchers = Object.keys(room.watchers)): void {
  const events = [{ type: 'presence.changed' as const, profile: room.member, is_online }];
  if (room.member) for (const watcher of watchers) post(watcher, { kind: 'events', events });
}

/**
 * Registers or removes a room that shows this member's presence. A room whose pass was not revoked meanwhile is told the online state at
 * once; any other is not registered.
 */
export function setWatcher(context: RoomContext, post: Omit<Extract<RoomPost, { kind: 'watch' }>, 'kind'>): void {
  const { room: watcher, conversation, is_on, until = 0 } = post;
  const { watchers, dead } = context.room;
  const { [watcher]: _, ...others } = watchers;
  const isAllowed = is_on && until > Math.max(dead[ALL_PRESENCE_PASSES] ?? 0, dead[conversation] ?? 0);
  const withWatcher = { ...others, [watcher]: { conversation, until: context.now + TYPING_PASS_MS } };
  context.room = { ...context.room, watchers: isAllowed ? withWatcher : others };
  if (isAllowed) publishPresence(context, context.room.isOnline, [watcher]);
}

/** Makes all passes issued until now worthless for this member's presence, and shows the member as offline to all watching rooms. */
export function revokePresence(context: RoomContext): void {
  publishPresence(context, false);
  context.room = { ...context.room, watchers: {}, dead: { ...context.room.dead, [ALL_PRESENCE_PASSES]: context.now + TYPING_PASS_MS } };
}

/** Makes the passes of a conversation issued until now worthless, and shows this member as offline to the room that watched by one. */
export function revokePasses(context: RoomContext, conversation: string): void {
  const { watchers, dead } = context.room;
  context.room = { ...context.room, dead: { ...dead, [conversation]: context.now + TYPING_PASS_MS } };
  const watcher = Object.keys(watchers).find((room) => watchers[room]?.conversation === conversation);
  if (!watcher) return;
  setWatcher(context, { room: watcher, conversation, is_on: false });
  publishPresence(context, false, [watcher]);
}

/** Tells the other member's room that this one no longer shows their presence, unless another device still has that thread open. */
export function stopWatching({ room: { name }, sockets, post }: RoomContext, { viewing }: ConnectionState): void {
  if (!viewing?.room || sockets.some(({ state }) => state.viewing?.room === viewing.room)) return;
  post(viewing.room, { kind: 'watch', room: name, conversation: viewing.conversation, is_on: false });
}

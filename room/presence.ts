import { HEARTBEAT_SECONDS, type RoomPost } from '#contract/realtime';
import type { Device, Scene, Socket } from './state.ts';
import { PASS_MS } from './tokens.ts';

const HEARTBEAT_MS = HEARTBEAT_SECONDS * 1000;
/** Three missed pings: a frozen page and a dead line count no longer. */
const SILENT_MS = 3 * HEARTBEAT_MS;
/** A reload or a lift is not going away. The last ping may be a heartbeat old, so that together nobody is shown longer than SILENT_MS. */
const LEAVING_MS = SILENT_MS - HEARTBEAT_MS;
/** Where a page has said that nobody looks, only a page that loads can follow. */
const LOADING_MS = 3000;
/** The word of a page that is closed may come before its socket goes, or after. */
const AT_ONCE_MS = 5000;
/** Stands among the dead for every pass that shows this member's presence. */
const PRESENCE = 'presence';

export const isLive = (now: number, { heardAt }: Device) => now - heardAt < SILENT_MS;

const isLooking = (now: number, { state }: Socket) => state.isSeen && isLive(now, state);

const goneAt = (leftAt: number, hiddenAt: number) =>
  hiddenAt > leftAt - AT_ONCE_MS ? Math.max(leftAt, hiddenAt) + LOADING_MS : leftAt + LEAVING_MS;

/** When time alone changes whether this member is shown as online. */
export function presenceDueAt({ room, sockets }: Pick<Scene, 'room' | 'sockets'>): number {
  if (!room.isOnline) return Infinity;
  if (room.leftAt !== null) return goneAt(room.leftAt, room.hiddenAt);
  return Math.max(0, ...sockets.filter(({ state }) => state.isSeen).map(({ state }) => state.heardAt)) + SILENT_MS;
}

function tellWorker({ room: { site, member }, notePresence }: Scene, is_online: boolean, at: number): void {
  if (site && member) notePresence(site, { member, is_online, at });
}

/**
 * Shows this member as online while a device can be seen, and as gone some time after none can. `gone`: a device as it was before it
 * left or went out of sight.
 */
export function followPresence(scene: Scene, gone?: Device): void {
  const { room, sockets, now } = scene;
  if (sockets.some((socket) => isLooking(now, socket))) {
    if (room.isOnline && room.leftAt === null) return;
    scene.room = { ...room, isOnline: true, leftAt: null, isNotedGone: false };
    if (!room.isOnline) tellPresence(scene, true);
    if (room.isNotedGone) tellWorker(scene, true, now);
    return;
  }
  if (!room.isOnline) return;
  const seen = [...sockets.map(({ state }) => state), ...(gone ? [gone] : [])].filter(({ isSeen }) => isSeen);
  const heardAt = Math.max(...seen.map((device) => device.heardAt));
  // Nobody knows since when a silent device is gone; by its next ping it was.
  const leftAt = room.leftAt ?? (seen.length > 0 ? Math.min(now, heardAt + HEARTBEAT_MS) : now);
  if (goneAt(leftAt, room.hiddenAt) > now) {
    if (room.leftAt === null) scene.room = { ...room, leftAt };
    return;
  }
  scene.room = { ...room, isOnline: false, leftAt: null, isNotedGone: true };
  tellPresence(scene, false);
  tellWorker(scene, false, leftAt);
}

/** A page has told the Worker that nobody looks. Whom this room does not show as online the Worker marks as gone by itself. */
export function noteHidden(scene: Scene): void {
  const { room, now } = scene;
  scene.room = { ...room, hiddenAt: now, isNotedGone: room.isNotedGone || !room.isOnline };
  followPresence(scene);
}

/** Posts this member's presence to the rooms that watch. */
export function tellPresence({ room, post }: Scene, is_online: boolean, watchers = Object.keys(room.watchers)): void {
  const events = [{ type: 'presence.changed' as const, profile: room.member, is_online }];
  if (room.member) for (const watcher of watchers) post(watcher, { kind: 'events', events });
}

/** Another room opens its thread with this member and is told the presence, if its pass was not revoked meanwhile, or closes it. */
export function setWatcher(scene: Scene, post: Omit<Extract<RoomPost, { kind: 'watch' }>, 'kind'>): void {
  const { room: watcher, conversation, is_on, until = 0 } = post;
  const { watchers, dead } = scene.room;
  const { [watcher]: _, ...others } = watchers;
  const isWatched = is_on && until > Math.max(dead[PRESENCE] ?? 0, dead[conversation] ?? 0);
  const on = { ...others, [watcher]: { conversation, until: scene.now + PASS_MS } };
  scene.room = { ...scene.room, watchers: isWatched ? on : others };
  if (isWatched) tellPresence(scene, scene.room.isOnline, [watcher]);
}

/** This member's presence is shown by no pass made until now, and whoever watches sees them go. */
export function revokePresence(scene: Scene): void {
  tellPresence(scene, false);
  scene.room = { ...scene.room, watchers: {}, dead: { ...scene.room.dead, [PRESENCE]: scene.now + PASS_MS } };
}

/** Passes made until now are dead, and who watched by one sees this member go. */
export function revokePasses(scene: Scene, conversation: string): void {
  const { watchers, dead } = scene.room;
  scene.room = { ...scene.room, dead: { ...dead, [conversation]: scene.now + PASS_MS } };
  const watcher = Object.keys(watchers).find((room) => watchers[room]?.conversation === conversation);
  if (!watcher) return;
  setWatcher(scene, { room: watcher, conversation, is_on: false });
  tellPresence(scene, false, [watcher]);
}

/** Unregisters at the other's room, unless a device still shows that thread. */
export function stopWatching({ room: { name }, sockets, post }: Scene, { viewing }: Device): void {
  if (!viewing?.room || sockets.some(({ state }) => state.viewing?.room === viewing.room)) return;
  post(viewing.room, { kind: 'watch', room: name, conversation: viewing.conversation, is_on: false });
}

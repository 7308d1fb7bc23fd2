import type { RoomPost } from '#contract/realtime';
import { PASS_MS } from './passes.ts';
import type { Device, RoomState, Scene } from './state.ts';

/** A reload or a lift is not going away. */
const LEAVING_MS = 60_000;
/** Stands among the dead for every pass that shows this member's presence. */
const PRESENCE = 'presence';

export const isOnline = ({ room, sockets }: Scene) => sockets.length > 0 || room.leftAt !== null;
export const leavingAt = ({ leftAt }: RoomState) => (leftAt === null ? Infinity : leftAt + LEAVING_MS);

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
  if (isWatched) tellPresence(scene, isOnline(scene), [watcher]);
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

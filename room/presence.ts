import { PASS_MS } from './passes.ts';
import type { Device, RoomState, Scene } from './state.ts';

/** A reload or a lift is not going away. */
const LEAVING_MS = 60_000;

export const isOnline = ({ room, sockets }: Scene) => sockets.length > 0 || room.leftAt !== null;
export const leavingAt = ({ leftAt }: RoomState) => (leftAt === null ? Infinity : leftAt + LEAVING_MS);

/** Posts this member's presence to the rooms that watch. */
export function tellPresence({ room, post }: Scene, is_online: boolean, watchers = Object.keys(room.watchers)): void {
  const events = [{ type: 'presence.changed' as const, profile: room.member, is_online }];
  if (room.member) for (const watcher of watchers) post(watcher, { kind: 'events', events });
}

/** Another room opens its thread with this member and is told the presence, or closes it. */
export function setWatcher(scene: Scene, watcher: string, conversation: string, isOn: boolean): void {
  const { [watcher]: _, ...others } = scene.room.watchers;
  const on = { ...others, [watcher]: { conversation, until: scene.now + PASS_MS } };
  scene.room = { ...scene.room, watchers: isOn ? on : others };
  if (isOn) tellPresence(scene, isOnline(scene), [watcher]);
}

/** Passes made until now are dead, and who watched by one sees this member go. */
export function revokePasses(scene: Scene, conversation: string): void {
  const { watchers, dead } = scene.room;
  scene.room = { ...scene.room, dead: { ...dead, [conversation]: scene.now + PASS_MS } };
  const watcher = Object.keys(watchers).find((room) => watchers[room]?.conversation === conversation);
  if (!watcher) return;
  setWatcher(scene, watcher, conversation, false);
  tellPresence(scene, false, [watcher]);
}

/** Unregisters at the other's room, unless a device still shows that thread. */
export function stopWatching({ room: { name }, sockets, post }: Scene, { viewing }: Device): void {
  if (!viewing?.room || sockets.some(({ state }) => state.viewing?.room === viewing.room)) return;
  post(viewing.room, { kind: 'watch', room: name, conversation: viewing.conversation, is_on: false });
}

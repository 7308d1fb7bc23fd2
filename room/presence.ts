import type { Change, Device, Devices, Effect, RoomState, Scene } from './state.ts';
import { TYPING_PASS_MS } from './typing-pass.ts';

/** A reload or a lift is not going away. */
export const LEAVING_MS = 60_000;

export const isOnline = ({ room, devices }: Pick<Scene, 'room' | 'devices'>) => devices.size > 0 || room.leftAt !== null;

/** Posts this member's presence to the rooms of watchers, each once. */
export function tellPresence({ member }: RoomState, watchers: RoomState['watchers'], is_online: boolean): Effect[] {
  if (!member) return [];
  const events = [{ type: 'presence.changed' as const, profile: member, is_online }];
  return [...new Set(watchers.map(({ room }) => room))].map((room) => ({ do: 'post', room, post: { kind: 'events', events } }));
}

/** Another room opens a thread with this member and is told the presence, or closes it. */
export function setWatcher(scene: Scene, from: string, conversation: string, isOn: boolean): Change {
  const watcher = { room: from, conversation, until: scene.now + TYPING_PASS_MS };
  const others = scene.room.watchers.filter((known) => known.room !== from || known.conversation !== conversation);
  const room = { ...scene.room, watchers: isOn ? [...others, watcher] : others };
  return { room, effects: isOn ? tellPresence(room, [watcher], isOnline(scene)) : [] };
}

/** Passes made until now are dead, and who watched by one sees this member go. */
export function revokePasses(scene: Scene, conversation: string): Change {
  const dropped = scene.room.watchers.filter((watcher) => watcher.conversation === conversation);
  const watchers = scene.room.watchers.filter((watcher) => !dropped.includes(watcher));
  const revoked = { ...scene.room.revoked, [conversation]: scene.now + TYPING_PASS_MS };
  return { room: { ...scene.room, watchers, revoked }, effects: tellPresence(scene.room, dropped, false) };
}

/** Unregisters at the other's room, unless one of `devices` still shows that thread. */
export function stopWatching({ viewing }: Device, devices: Devices, own: string): Effect[] {
  if (!viewing?.room) return [];
  const { room, conversation } = viewing;
  const isShown = [...devices.values()].some((device) => device.viewing?.room === room && device.viewing.conversation === conversation);
  return isShown ? [] : [{ do: 'post', room, post: { kind: 'watch', room: own, conversation, is_on: false } }];
}

import type { RoomPost } from '#contract/realtime';
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

type Watch = Extract<RoomPost, { kind: 'watch' }>;

/** Another room opens a thread with this member and is told the presence, if its pass was not revoked meanwhile, or closes it. */
export function setWatcher(scene: Scene, { room: from, conversation, is_on: isOn, until = 0 }: Watch): Change {
  const watcher = { room: from, conversation, until: scene.now + TYPING_PASS_MS };
  const isHonoured = isOn && until > Math.max(scene.room.presenceRevoked, scene.room.revoked[conversation] ?? 0);
  const others = scene.room.watchers.filter((known) => known.room !== from || known.conversation !== conversation);
  const room = { ...scene.room, watchers: isHonoured ? [...others, watcher] : others };
  return { room, effects: isHonoured ? tellPresence(room, [watcher], isOnline(scene)) : [] };
}

/** Passes made until now are dead, and who watched by one sees this member go. */
export function revokePasses(scene: Scene, conversation: string): Change {
  const dropped = scene.room.watchers.filter((watcher) => watcher.conversation === conversation);
  const watchers = scene.room.watchers.filter((watcher) => !dropped.includes(watcher));
  const revoked = { ...scene.room.revoked, [conversation]: scene.now + TYPING_PASS_MS };
  return { room: { ...scene.room, watchers, revoked }, effects: tellPresence(scene.room, dropped, false) };
}

/** This member's presence is shown by no pass made until now, and whoever watches sees them go. */
export function revokePresence({ room, now }: Scene): Change {
  return { room: { ...room, watchers: [], presenceRevoked: now + TYPING_PASS_MS }, effects: tellPresence(room, room.watchers, false) };
}

/** Unregisters at the other's room, unless one of `devices` still shows that thread. */
export function stopWatching({ viewing }: Device, devices: Devices, own: string): Effect[] {
  if (!viewing?.room) return [];
  const { room, conversation } = viewing;
  const isShown = [...devices.values()].some((device) => device.viewing?.room === room && device.viewing.conversation === conversation);
  return isShown ? [] : [{ do: 'post', room, post: { kind: 'watch', room: own, conversation, is_on: false } }];
}

import type { KeptFrame, RoomAnswer, RoomPost } from '#contract/realtime';
import { takeEvent, tellBadge } from './events.ts';
import { followPresence, isLive, noteHidden, presenceDueAt, revokePasses, revokePresence, setWatcher, stopWatching } from './presence.ts';
import { type Device, ENDED, NEW_ROOM, NO_TICKET, type Scene, type Socket } from './state.ts';
import type { Ticket } from './tokens.ts';

/** More than any member has tabs; each one costs memory and a copy of every frame. */
const MOST_SOCKETS = 100;
/**
 * No event is kept for longer: a card in it is gone long before its member is erased, 28 days after the deletion
 * (docs/product.md, "Missed events").
 */
const KEEP_MS = 14 * 24 * 3600_000;
/** Events are looked through this often, and those go that would get too old until the next time. */
export const LOOK_MS = KEEP_MS / 2;

interface Arrival {
  readonly ticket: Ticket;
  readonly since: number | null;
  /** How many milliseconds ago a device that names no seq began to read. */
  readonly ago: number;
  readonly missed: readonly KeptFrame[];
  /** Its tab can be seen. */
  readonly isSeen: boolean;
}

/** Whether a kept event is so old. */
export const isOutdated = ({ at }: KeptFrame, now: number, ms = LOOK_MS) => now - Date.parse(at) >= ms;

/** Lets a connection in for the one use of its ticket, and brings it what it missed after `since`, or `resync` when that is not all kept, or when something happened since it began to read. */
export function admit(scene: Scene, socket: Socket<unknown>, { ticket, since, ago, missed, isSeen }: Arrival): void {
  const { room, now } = scene;
  const dead = Object.fromEntries(Object.entries(room.dead).filter(([, until]) => until > now));
  if (dead[ticket.id] || dead[ticket.session]) return socket.close(...NO_TICKET);
  for (const other of scene.sockets) if (!isLive(now, other.state)) other.close(1001, 'silent');
  if (scene.sockets.length >= MOST_SOCKETS) return socket.close(1013, 'too many sockets');
  dead[ticket.id] = ticket.expires_at;
  const watchers = Object.fromEntries(Object.entries(room.watchers).filter(([, { until }]) => until > now));
  scene.room = { ...room, member: ticket.member, name: ticket.room, site: ticket.site ?? room.site, dead, watchers };
  socket.setState({ session: ticket.session, heardAt: now, frames: 0, isSeen, viewing: null });
  followPresence(scene);
  const isIncomplete = missed.length !== room.seq - (since ?? 0) || missed.some((frame) => isOutdated(frame, now, KEEP_MS));
  const isGap = since === null ? room.keptAt > now - ago : isIncomplete;
  for (const frame of isGap ? [{ type: 'resync' }] : missed) socket.send(JSON.stringify(frame));
}

/** A socket has gone. */
export function leave(scene: Scene, gone: Device): void {
  followPresence(scene, gone);
  stopWatching(scene, gone);
}

/** When `wake` has something to do. */
export const dueAt = (scene: Pick<Scene, 'room' | 'sockets'>): number =>
  Math.min(scene.room.badge ? scene.room.likesUntil : Infinity, presenceDueAt(scene));

/** Does what time has brought. */
export function wake(scene: Scene): void {
  if (scene.room.likesUntil <= scene.now) tellBadge(scene);
  followPresence(scene);
}

/** Takes what the Worker or another room posts. */
export function takePost(scene: Scene, post: RoomPost): void {
  followPresence(scene);
  if (post.kind === 'events') for (const event of post.events) takeEvent(scene, event);
  if (post.kind === 'watch') setWatcher(scene, post);
  if (post.kind === 'presence.revoked') revokePresence(scene);
  if (post.kind === 'forget') scene.forget((frame) => 'profile' in frame && frame.profile.id === post.profile);
  if (post.kind === 'pass.revoked') revokePasses(scene, post.conversation);
  if (post.kind === 'hidden') noteHidden(scene);
  if (post.kind !== 'purge') return;
  for (const socket of scene.sockets) socket.close(...ENDED);
  scene.room = NEW_ROOM;
}

/** The answer to a post: who is there to see it. */
export function answerOf(scene: Scene): RoomAnswer {
  const live = scene.sockets.filter(({ state }) => isLive(scene.now, state));
  const viewing = new Set(live.flatMap(({ state }) => state.viewing?.conversation ?? []));
  return { sockets: live.length, viewing: [...viewing], is_online: scene.room.isOnline };
}

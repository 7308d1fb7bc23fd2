import * as v from 'valibot';
import { type RoomAnswer, RoomPost } from '#contract/realtime';
import { ENDED, takeEvents, tellBadge } from './events.ts';
import { isOnline, LEAVING_MS, revokePasses, revokePresence, setWatcher, stopWatching, tellPresence } from './presence.ts';
import { type Change, type Device, type Effect, inTurn, type KeptFrame, NEW_ROOM, type RoomState, type Scene } from './state.ts';
import type { Ticket } from './ticket.ts';

/** Three missed pings: a frozen page counts no longer, so that push takes over. */
const SILENT_MS = 90_000;
/** No kept event gets older: a card in it is gone long before its member is erased, 28 days after leaving (quality, I7). */
export const KEEP_MS = 14 * 24 * 3600_000;
/** Events are looked through this often, and those go that would get too old until the next time. */
export const LOOK_MS = KEEP_MS / 2;
export const NO_TICKET = { code: 4401, reason: 'no valid ticket' };

interface Arrival {
  readonly id: string;
  readonly ticket: Ticket;
  /** The last seq this device has seen, or null; and the kept events after it. */
  readonly since: number | null;
  readonly missed: readonly KeptFrame[];
}

const isOlder = ({ at }: KeptFrame, ms: number, now: number) => now - Date.parse(at) >= ms;

/** Which kept events go when they are looked through. */
export const outdated = (kept: readonly KeptFrame[], now: number) => kept.filter((frame) => isOlder(frame, LOOK_MS, now));

/** Which kept events go when their room is to forget a member: those with their card. A device that missed one has to resync. */
export const ofProfile = (kept: readonly KeptFrame[], id: string) => kept.filter((frame) => 'profile' in frame && frame.profile.id === id);

/** The room without what has expired. */
function pruned(room: RoomState, now: number): RoomState {
  const alive = (times: RoomState['spent']) => Object.fromEntries(Object.entries(times).filter(([, until]) => until > now));
  const times = { spent: alive(room.spent), ended: alive(room.ended), revoked: alive(room.revoked) };
  return { ...room, ...times, watchers: room.watchers.filter(({ until }) => until > now) };
}

/** Lets a connection in for the one use of its ticket, and brings it what it missed, or `resync` when that is not all kept. */
export function admit(scene: Scene, { id, ticket, since, missed }: Arrival): Change {
  const { now } = scene;
  const known = pruned(scene.room, now);
  if (known.spent[ticket.id] || known.ended[ticket.session]) return { room: known, effects: [{ do: 'close', to: [id], ...NO_TICKET }] };
  const { member, session } = ticket;
  const room = { ...known, member, spent: { ...known.spent, [ticket.id]: ticket.expires_at }, leftAt: null };
  const isGap = since !== null && (missed.length !== known.seq - since || missed.some((frame) => isOlder(frame, KEEP_MS, now)));
  const frames = isGap ? [{ type: 'resync' as const }] : missed;
  const device: Device = { member, session, heardAt: now, frames: 0, viewing: null };
  const replay = frames.map((frame): Effect => ({ do: 'send', to: [id], frame }));
  return {
    room,
    effects: [{ do: 'mark', to: id, device }, ...replay, ...(isOnline(scene) ? [] : tellPresence(room, room.watchers, true))],
  };
}

/** A socket has gone. */
export function leave({ room, devices, now, name }: Scene, gone: Device): Change {
  const isLast = devices.size === 0 && room.watchers.length > 0;
  return { room: isLast ? { ...room, leftAt: room.leftAt ?? now } : room, effects: stopWatching(gone, devices, name) };
}

const leavingAt = ({ leftAt }: RoomState) => (leftAt === null ? Infinity : leftAt + LEAVING_MS);
const badgeAt = ({ badge, likesUntil }: RoomState) => (badge ? likesUntil : Infinity);

/** When `wake` has something to do. */
export const dueAt = (room: RoomState): number => Math.min(badgeAt(room), leavingAt(room));

function tellGone({ room }: Scene): Change {
  return { room: { ...room, leftAt: null }, effects: tellPresence(room, room.watchers, false) };
}

/** Does what time has brought. */
export function wake(scene: Scene): Change {
  const { room, now } = scene;
  return inTurn(scene, [...(badgeAt(room) <= now ? [tellBadge] : []), ...(leavingAt(room) <= now ? [tellGone] : [])]);
}

/** What was posted, or null when it is no such thing. */
export function readPost(body: unknown): RoomPost | null {
  const post = v.safeParse(RoomPost, body);
  return post.success ? post.output : null;
}

/** What the Worker or another room posts. */
export function takePost(scene: Scene, post: RoomPost): Change {
  if (post.kind === 'events') return takeEvents(scene, post.events);
  if (post.kind === 'watch') return setWatcher(scene, post);
  if (post.kind === 'presence.revoked') return revokePresence(scene);
  if (post.kind === 'forget') return { room: scene.room, effects: [{ do: 'forget', profile: post.profile }] };
  if (post.kind === 'pass.revoked') return revokePasses(scene, post.conversation);
  return { room: NEW_ROOM, effects: [{ do: 'close', to: [...scene.devices.keys()], ...ENDED }, { do: 'purge' }] };
}

/** The answer to a post: who is there to see it. */
export function answerOf(scene: Scene): RoomAnswer {
  const live = [...scene.devices.values()].filter(({ heardAt }) => scene.now - heardAt < SILENT_MS);
  const viewing = new Set(live.flatMap((device) => device.viewing?.conversation ?? []));
  return { sockets: live.length, viewing: [...viewing], is_online: isOnline(scene) };
}

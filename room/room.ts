import type { RoomAnswer, RoomPost, StoredFrame } from '#contract/realtime';
import { bookmarkOf, EXPIRY_CHECK_MS, flushBadge, handleEvent, isExpired, noteBookmark } from './events.ts';
import {
  handleHidden,
  isLive,
  liveWatchers,
  presenceDueAt,
  revokePasses,
  revokePresence,
  setWatcher,
  stopWatching,
  updatePresence,
} from './presence.ts';
import {
  CLOSE_MOVED,
  CLOSE_NO_TICKET,
  CLOSE_SESSION_ENDED,
  type ConnectionState,
  NEW_ROOM,
  type RoomContext,
  type Socket,
} from './state.ts';
import type { Ticket } from './tokens.ts';

/** The most sockets of one member. Each one costs memory and a copy of every frame. */
const MAX_SOCKETS = 100;

interface Admission {
  readonly ticket: Ticket;
  /** The last `seq` that the device knows; null on the first connection of a page. */
  readonly since: number | null;
  /** For a first connection: how many milliseconds ago the page began to load its data. */
  readonly loadStartedMsAgo: number;
  /** The stored events after `since`. */
  readonly missed: readonly StoredFrame[];
  /** The tab of the device is visible. */
  readonly isSeen: boolean;
}

/**
 * Admits a connection and uses up its ticket. It is sent the events it missed, or `resync` if not all of them are stored any more or, on a
 * first connection, if something happened since the page began to load. Closes the socket if the ticket was used, its session has ended or
 * the member has too many sockets.
 */
export function admit(context: RoomContext, socket: Socket<unknown>, { ticket, since, loadStartedMsAgo, missed, isSeen }: Admission): void {
  const { room, now } = context;
  const dead = Object.fromEntries(Object.entries(room.dead).filter(([, until]) => until > now));
  if (dead[ticket.id] || dead[ticket.session]) return socket.close(...CLOSE_NO_TICKET);
  for (const connected of context.sockets) if (!isLive(now, connected.state)) connected.close(1001, 'silent');
  if (context.sockets.length >= MAX_SOCKETS) return socket.close(1013, 'too many sockets');
  dead[ticket.id] = ticket.expires_at;
  const known = { member: ticket.member, name: ticket.room, site: ticket.site ?? room.site };
  context.room = { ...room, ...known, dead, watchers: liveWatchers(context) };
  socket.setState({ session: ticket.session, heardAt: now, frames: 0, isSeen, viewing: null });
  updatePresence(context);
  const isIncomplete = missed.length !== room.seq - (since ?? 0) || missed.some((frame) => isExpired(frame, now));
  const isGap = since === null ? room.keptAt > now - loadStartedMsAgo : isIncomplete;
  for (const frame of isGap ? [{ type: 'resync', ...bookmarkOf(room) }] : missed) socket.send(JSON.stringify(frame));
}

/** Handles the loss of a socket. `departed`: its state before that. */
export function handleClose(context: RoomContext, departed: ConnectionState): void {
  updatePresence(context, departed);
  stopWatching(context, departed);
}

/**
 * When `wake` has to run next, in milliseconds; Infinity if nothing is due. `inMemory` is the time of what the room has to stay in memory
 * for: a badge count, which is due within a second, and what other rooms have to be told if an alarm cannot post to them. `byAlarm` is the
 * time of everything else: an open page alone must not keep its room in memory.
 */
export function nextWakeAt(
  context: Pick<RoomContext, 'room' | 'sockets'>,
  canAlarmPost: boolean,
): { readonly inMemory: number; readonly byAlarm: number } {
  const { room } = context;
  const badgeDueAt = room.heldBadge ? room.badgesHeldUntil : Infinity;
  const watchedUntil = Object.values(room.watchers).map(({ until }) => until);
  const presenceDue = Math.min(presenceDueAt(context), ...watchedUntil);
  const expiryDueAt = room.expiryCheckAt ?? Infinity;
  return canAlarmPost || watchedUntil.length === 0
    ? { inMemory: badgeDueAt, byAlarm: Math.min(presenceDue, expiryDueAt) }
    : { inMemory: Math.min(badgeDueAt, presenceDue), byAlarm: expiryDueAt };
}

/** Does what is due at this time: sends a badge count that was held back, updates the online state, and forgets watchers. */
export function wake(context: RoomContext): void {
  if (context.room.badgesHeldUntil <= context.now) flushBadge(context);
  updatePresence(context);
  const watchers = liveWatchers(context);
  if (Object.keys(watchers).length < Object.keys(context.room.watchers).length) context.room = { ...context.room, watchers };
}

/** Notes how many events a check of the stored ones has left, and when the next check is. */
export function handleExpiryCheck(context: RoomContext, left: number): void {
  context.room = { ...context.room, expiryCheckAt: left > 0 ? context.now + EXPIRY_CHECK_MS : null };
}

/** Handles a post of the Worker or of another room. */
export function handlePost(context: RoomContext, post: RoomPost): void {
  updatePresence(context);
  if (post.kind === 'events') {
    noteBookmark(context, post.bookmark);
    for (const event of post.events) handleEvent(context, event);
  }
  if (post.kind === 'watch') setWatcher(context, post);
  if (post.kind === 'presence.revoked') revokePresence(context);
  if (post.kind === 'forget') context.deleteEvents((frame) => 'profile' in frame && frame.profile.id === post.profile);
  if (post.kind === 'pass.revoked') revokePasses(context, post.conversation);
  if (post.kind === 'hidden') handleHidden(context);
  if (post.kind !== 'purge' && post.kind !== 'moved') return;
  const [code, reason] = post.kind === 'moved' ? CLOSE_MOVED : CLOSE_SESSION_ENDED;
  for (const socket of context.sockets) socket.close(code, reason);
  context.room = NEW_ROOM;
}

/** The answer to a post: the live sockets, the conversations they show, and the online state. */
export function answerOf(context: RoomContext): RoomAnswer {
  const live = context.sockets.filter(({ state }) => isLive(context.now, state));
  const viewing = new Set(live.flatMap(({ state }) => state.viewing?.conversation ?? []));
  return { sockets: live.length, viewing: [...viewing], is_online: context.room.isOnline };
}

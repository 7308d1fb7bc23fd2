import * as v from 'valibot';
import { DAY, MINUTE } from '#contract/durations';
import { type StoredEvent, type StoredFrame, TransientEvent } from '#contract/realtime';
import { CLOSE_SESSION_ENDED, type RoomContext, type RoomState, type Socket } from './state.ts';
import { TICKET_MS } from './tokens.ts';

/**
 * The longest time for which an event is stored. It is shorter than the 28 days after which a deleted member is erased, so that no card of
 * an erased member remains (docs/product.md, "Missed events").
 */
const EVENT_RETENTION_MS = 14 * DAY;
/** The interval of the check of stored events, which deletes those that would be older than EVENT_RETENTION_MS at the next check. */
export const EXPIRY_CHECK_MS = EVENT_RETENTION_MS / 2;

/** Within this time after an event with a badge count, further ones are held back (docs/product.md, "Live events"). */
const BADGE_COALESCING_MS = 1000;

/** Whether a stored event is to be deleted by a check at this time. */
export const isOutdated = ({ at }: StoredFrame, now: number) => now - Date.parse(at) >= EXPIRY_CHECK_MS;

/** Whether a stored event is too old to be sent, as after a check that came late. */
export const isExpired = ({ at }: StoredFrame, now: number) => now - Date.parse(at) >= EVENT_RETENTION_MS;

/** For so long (ms) a lower bookmark counts as that of a post that was overtaken; after it, as that of a database that was restored. */
const BOOKMARK_KEPT_MS = MINUTE;

/** Keeps the bookmark of a post. Posts of the same time may come in any order, so that the highest one stays for a minute. */
export function noteBookmark(context: RoomContext, index: string | undefined): void {
  const { room, now } = context;
  if (index === undefined) return;
  const isOvertaken = room.bookmark !== null && Number(index) < Number(room.bookmark.index) && now - room.bookmark.at < BOOKMARK_KEPT_MS;
  if (!isOvertaken) context.room = { ...room, bookmark: { index, at: now } };
}

/** The bookmark of the room, as a field of a frame. */
export const bookmarkOf = ({ bookmark }: RoomState) => (bookmark ? { bookmark: bookmark.index } : {});

/** Numbers an event, stores it for replay and sends it to every device. */
function storeAndSend(context: RoomContext, event: StoredEvent): void {
  const frame = { ...event, seq: context.room.seq + 1, at: new Date(context.now).toISOString(), ...bookmarkOf(context.room) };
  const expiryCheckAt = context.room.expiryCheckAt ?? context.now + EXPIRY_CHECK_MS;
  context.room = { ...context.room, seq: frame.seq, keptAt: context.now, expiryCheckAt };
  context.store(frame);
  for (const socket of context.sockets) socket.send(JSON.stringify(frame));
}

/**
 * Sends the badge count that was held back, if there is one, and holds back further events with a badge count for another second. Runs before any
 * later event is sent, so that badge counts arrive in their order.
 */
export function flushBadge(context: RoomContext): void {
  const { heldBadge } = context.room;
  if (!heldBadge) return;
  context.room = { ...context.room, heldBadge: null, badgesHeldUntil: context.now + BADGE_COALESCING_MS };
  storeAndSend(context, heldBadge);
}

/** The badge count in an event, as an event of its own; null for events without one. */
function badgeEventOf(event: StoredEvent): RoomState['heldBadge'] {
  if (event.type === 'badge.changed') return event;
  return 'badge' in event && event.badge ? { type: 'badge.changed', ...event.badge } : null;
}

/**
 * Puts the text of a changed message into the stored events that hold it, so that a removed text is replayed to no device. Events of other
 * messages stay as they are.
 */
function changeStoredText(context: RoomContext, { message: { id, text } }: Extract<StoredEvent, { type: 'message.changed' }>): void {
  context.changeEvents((frame) => {
    if (frame.type === 'message.sent' && frame.message.id === id) return { ...frame, message: { ...frame.message, text } };
    if (frame.type === 'message.changed' && frame.message.id === id) return { ...frame, message: { ...frame.message, text } };
    return frame;
  });
}

/**
 * Sends an event at once. Of several events with a badge count within a second only the first is sent; the count of the last one follows at
 * the end of that second, or before the next event without one.
 */
function handleStoredEvent(context: RoomContext, event: StoredEvent): void {
  const badge = badgeEventOf(event);
  if (badge && context.now < context.room.badgesHeldUntil) {
    context.room = { ...context.room, heldBadge: badge };
    return;
  }
  flushBadge(context);
  if (event.type === 'message.changed') changeStoredText(context, event);
  if (badge) context.room = { ...context.room, badgesHeldUntil: context.now + BADGE_COALESCING_MS };
  storeAndSend(context, event);
}

/**
 * Whether a device gets an event that is not stored. The end of a session goes to the devices of that session, presence to those with an
 * open thread that may show it, and everything else to all.
 */
const isRecipient = (event: TransientEvent, { state: { session, viewing } }: Socket) =>
  event.type === 'session.ended' ? session === event.session : event.type !== 'presence.changed' || viewing?.room != null;

/** Relays an event to this member's devices. The end of a session also closes its sockets and makes its unused tickets invalid. */
export function handleEvent(context: RoomContext, event: StoredEvent | TransientEvent): void {
  if (!v.is(TransientEvent, event)) return handleStoredEvent(context, event);
  // Typing and presence come from other rooms, and no page reads anything for them.
  const frame = event.type === 'resync' || event.type === 'session.ended' ? { ...event, ...bookmarkOf(context.room) } : event;
  for (const socket of context.sockets.filter((candidate) => isRecipient(event, candidate))) {
    socket.send(JSON.stringify(frame));
    if (event.type === 'session.ended') socket.close(...CLOSE_SESSION_ENDED);
  }
  if (event.type === 'session.ended')
    context.room = { ...context.room, dead: { ...context.room.dead, [event.session]: context.now + TICKET_MS } };
}

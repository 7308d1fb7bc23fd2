import * as v from 'valibot';
import { type StoredEvent, TransientEvent } from '#contract/realtime';
import { CLOSE_SESSION_ENDED, type RoomContext, type RoomState, type Socket } from './state.ts';
import { TICKET_MS } from './tokens.ts';

/** Within this time after an event about likes, further ones are held back (docs/product.md, "Live events"). */
const LIKE_COALESCING_MS = 1000;

/** Numbers an event, stores it for replay and sends it to every device. */
function storeAndSend(scene: RoomContext, event: StoredEvent): void {
  const frame = { ...event, seq: scene.room.seq + 1, at: new Date(scene.now).toISOString() };
  scene.room = { ...scene.room, seq: frame.seq, keptAt: scene.now };
  scene.store(frame);
  for (const socket of scene.sockets) socket.send(JSON.stringify(frame));
}

/**
 * Sends the badge count that was held back, if there is one, and holds back further events about likes for another second. Runs before any
 * later event is sent, so that badge counts arrive in their order.
 */
export function flushBadge(scene: RoomContext): void {
  const { badge } = scene.room;
  if (!badge) return;
  scene.room = { ...scene.room, badge: null, likesUntil: scene.now + LIKE_COALESCING_MS };
  storeAndSend(scene, badge);
}

/** The badge count in an event about likes, as an event of its own; null for other events. */
function badgeEventOf(event: StoredEvent): RoomState['badge'] {
  if (event.type === 'badge.changed') return event;
  return 'badge' in event && event.badge ? { type: 'badge.changed', ...event.badge } : null;
}

/**
 * Sends an event at once. Of several events about likes within a second only the first is sent; the badge count of the last one follows at
 * the end of that second.
 */
function handleStoredEvent(scene: RoomContext, event: StoredEvent): void {
  const badge = badgeEventOf(event);
  if (badge && scene.now < scene.room.likesUntil) {
    scene.room = { ...scene.room, badge };
    return;
  }
  flushBadge(scene);
  if (badge) scene.room = { ...scene.room, likesUntil: scene.now + LIKE_COALESCING_MS };
  storeAndSend(scene, event);
}

/**
 * Whether a device gets an event that is not stored. The end of a session goes to the devices of that session, presence to those with an
 * open thread that may show it, and everything else to all.
 */
const isRecipient = (event: TransientEvent, { state: { session, viewing } }: Socket) =>
  event.type === 'session.ended' ? session === event.session : event.type !== 'presence.changed' || viewing?.room != null;

/** Relays an event to this member's devices. The end of a session also closes its sockets and makes its unused tickets invalid. */
export function handleEvent(scene: RoomContext, event: StoredEvent | TransientEvent): void {
  if (!v.is(TransientEvent, event)) return handleStoredEvent(scene, event);
  for (const socket of scene.sockets.filter((candidate) => isRecipient(event, candidate))) {
    socket.send(JSON.stringify(event));
    if (event.type === 'session.ended') socket.close(...CLOSE_SESSION_ENDED);
  }
  if (event.type === 'session.ended') scene.room = { ...scene.room, dead: { ...scene.room.dead, [event.session]: scene.now + TICKET_MS } };
}

import * as v from 'valibot';
import { type KeptEvent, PassingEvent } from '#contract/realtime';
import { ENDED, type RoomState, type Scene, type Socket } from './state.ts';
import { TICKET_MS } from './tokens.ts';

const LIKES_MS = 1000;

/** Numbers an event, keeps it for replay and sends it to every device. */
function keep(scene: Scene, event: KeptEvent): void {
  const frame = { ...event, seq: scene.room.seq + 1, at: new Date(scene.now).toISOString() };
  scene.room = { ...scene.room, seq: frame.seq, keptAt: scene.now };
  scene.keep(frame);
  for (const socket of scene.sockets) socket.send(JSON.stringify(frame));
}

/** Tells the numbers after held-back changes, before any later event tells newer ones; as long as they go on changing, once a second. */
export function tellBadge(scene: Scene): void {
  const { badge } = scene.room;
  if (!badge) return;
  scene.room = { ...scene.room, badge: null, likesUntil: scene.now + LIKES_MS };
  keep(scene, badge);
}

/** The numbers that an event about likes brings. */
function badgeIn(event: KeptEvent): RoomState['badge'] {
  if (event.type === 'badge.changed') return event;
  return 'badge' in event && event.badge ? { type: 'badge.changed', ...event.badge } : null;
}

/** Of the changes of likes in a second the first goes out, and of further ones their numbers at its end; all else goes out at once. */
function takeKept(scene: Scene, event: KeptEvent): void {
  const badge = badgeIn(event);
  if (badge && scene.now < scene.room.likesUntil) {
    scene.room = { ...scene.room, badge };
    return;
  }
  tellBadge(scene);
  if (badge) scene.room = { ...scene.room, likesUntil: scene.now + LIKES_MS };
  keep(scene, event);
}

/** Whether a device is told of what nobody keeps. */
const isFor = (event: PassingEvent, { state: { session, viewing } }: Socket) =>
  event.type === 'session.ended' ? session === event.session : event.type !== 'presence.changed' || viewing?.room != null;

/** Relays one event to this member's devices; the end of a session closes its own, and spends its tickets. */
export function takeEvent(scene: Scene, event: KeptEvent | PassingEvent): void {
  if (!v.is(PassingEvent, event)) return takeKept(scene, event);
  for (const socket of scene.sockets.filter((one) => isFor(event, one))) {
    socket.send(JSON.stringify(event));
    if (event.type === 'session.ended') socket.close(...ENDED);
  }
  if (event.type === 'session.ended') scene.room = { ...scene.room, dead: { ...scene.room.dead, [event.session]: scene.now + TICKET_MS } };
}

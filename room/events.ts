import type { KeptEvent, PassingEvent } from '#contract/realtime';
import { type Change, type Device, inTurn, type RoomState, type Scene } from './state.ts';
import { TICKET_MS } from './ticket.ts';

const LIKES_MS = 1000;
export const ENDED = { code: 4403, reason: 'session ended' };

const idsOf = ({ devices }: Scene, isFor: (device: Device) => boolean = () => true) =>
  [...devices].flatMap(([id, device]) => (isFor(device) ? [id] : []));

/** Numbers an event, keeps it for replay and sends it to every device. */
function keepEvent(scene: Scene, event: KeptEvent): Change {
  const frame = { ...event, seq: scene.room.seq + 1, at: new Date(scene.now).toISOString() };
  return {
    room: { ...scene.room, seq: frame.seq },
    effects: [
      { do: 'keep', frame },
      { do: 'send', to: idsOf(scene), frame },
    ],
  };
}

/** Tells the numbers after held-back changes, before any later event tells newer ones; as long as they go on changing, once a second. */
export function tellBadge(scene: Scene): Change {
  const { badge } = scene.room;
  if (!badge) return { room: scene.room, effects: [] };
  const room = { ...scene.room, badge: null, likesUntil: scene.now + LIKES_MS };
  return keepEvent({ ...scene, room }, { type: 'badge.changed', ...badge });
}

/** The numbers that an event about likes brings. */
function badgeIn(event: KeptEvent | PassingEvent): RoomState['badge'] {
  if (event.type === 'badge.changed') return { unread_messages: event.unread_messages, new_likes: event.new_likes };
  return 'badge' in event ? (event.badge ?? null) : null;
}

/** The first change of likes in a second goes out; of further ones their numbers, at its end. */
function takeLikes(scene: Scene, event: KeptEvent): Change {
  const { room, now } = scene;
  const badge = badgeIn(event);
  if (now < room.likesUntil && badge) return { room: { ...room, badge }, effects: [] };
  return inTurn({ ...scene, room: { ...room, likesUntil: now + LIKES_MS } }, [tellBadge, (then) => keepEvent(then, event)]);
}

function takeEvent(scene: Scene, event: KeptEvent | PassingEvent): Change {
  const { room, now } = scene;
  switch (event.type) {
    case 'typing':
    case 'resync':
      return { room, effects: [{ do: 'send', to: idsOf(scene), frame: event }] };
    case 'presence.changed':
      return { room, effects: [{ do: 'send', to: idsOf(scene, ({ viewing }) => viewing?.room != null), frame: event }] };
    case 'session.ended': {
      const to = idsOf(scene, ({ session }) => session === event.session);
      const ended = { ...room.ended, [event.session]: now + TICKET_MS };
      return {
        room: { ...room, ended },
        effects: [
          { do: 'send', to, frame: event },
          { do: 'close', to, ...ENDED },
        ],
      };
    }
    case 'like.received':
    case 'like.withdrawn':
    case 'badge.changed':
      return takeLikes(scene, event);
    default:
      return inTurn(scene, [tellBadge, (then) => keepEvent(then, event)]);
  }
}

/** Relays events in their order; the first change of likes in a second goes out, further ones become one badge.changed at its end. */
export function takeEvents(scene: Scene, events: readonly (KeptEvent | PassingEvent)[]): Change {
  return inTurn(
    scene,
    events.map((event) => (then) => takeEvent(then, event)),
  );
}

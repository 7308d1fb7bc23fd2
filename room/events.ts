import type { KeptEvent, PassingEvent } from '#contract/realtime';
import { type Change, type Device, inTurn, type Scene } from './state.ts';
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

/** Tells the numbers after held-back likes, before any later event tells newer ones. */
export function tellBadge(scene: Scene): Change {
  const { badge } = scene.room;
  if (!badge) return { room: scene.room, effects: [] };
  return keepEvent({ ...scene, room: { ...scene.room, badge: null } }, { type: 'badge.changed', ...badge });
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
      if (now < room.likesUntil && event.badge) return { room: { ...room, badge: event.badge }, effects: [] };
      return inTurn({ ...scene, room: { ...room, likesUntil: now + LIKES_MS } }, [tellBadge, (then) => keepEvent(then, event)]);
    default:
      return inTurn(scene, [tellBadge, (then) => keepEvent(then, event)]);
  }
}

/** Relays events in their order; the first like in a second goes out, further ones become one badge.changed at its end. */
export function takeEvents(scene: Scene, events: readonly (KeptEvent | PassingEvent)[]): Change {
  return inTurn(
    scene,
    events.map((event) => (then) => takeEvent(then, event)),
  );
}

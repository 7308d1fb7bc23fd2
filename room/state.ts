import type { KeptEvent, RoomFrame, RoomPost } from '#contract/realtime';

export type KeptFrame = KeptEvent & { readonly seq: number; readonly at: string };
type Badge = Omit<Extract<KeptEvent, { type: 'badge.changed' }>, 'type'>;
type Times = Readonly<Record<string, number>>;

/** What a room remembers beside its kept events; stored whole, so that it can be rebuilt between any two frames. */
export interface RoomState {
  readonly seq: number;
  /** Whose room it is, known from the first ticket on. */
  readonly member: string | null;
  /** Ticket ids, until the tickets expire; ended sessions, until none of their tickets can be alive. */
  readonly spent: Times;
  readonly ended: Times;
  /** Conversations, with the end of the last pass that is no longer honoured. */
  readonly revoked: Times;
  /** The end of the last pass that shows this member's presence no longer. */
  readonly presenceRevoked: number;
  /** Rooms that show this member's presence in a conversation. */
  readonly watchers: readonly { readonly room: string; readonly conversation: string; readonly until: number }[];
  /** When the last socket went; null once the watchers know it, or there is a socket again. */
  readonly leftAt: number | null;
  /** The end of the second in which one like went out, and the numbers after those that were held back. */
  readonly likesUntil: number;
  readonly badge: Badge | null;
}

const NOTHING = { spent: {}, ended: {}, revoked: {}, presenceRevoked: 0, watchers: [], leftAt: null, likesUntil: 0, badge: null };
export const NEW_ROOM: RoomState = { seq: 0, member: null, ...NOTHING };

/** The attachment of a connection whose ticket is spent; others have none and get nothing. */
export interface Device {
  readonly member: string;
  readonly session: string;
  /** The second in which it was last heard, and its frames in that second. */
  readonly heardAt: number;
  readonly frames: number;
  /** The open thread, and the other's room when their presence may be seen. */
  readonly viewing: { readonly conversation: string; readonly room: string | null } | null;
}
export type Devices = ReadonlyMap<string, Device>;

/** What every rule knows: this room's name and state, who is connected, and the time. */
export interface Scene {
  readonly name: string;
  readonly room: RoomState;
  readonly devices: Devices;
  readonly now: number;
}

/** What the host is to do, in this order. */
export type Effect =
  | { readonly do: 'mark'; readonly to: string; readonly device: Device }
  | { readonly do: 'send'; readonly to: readonly string[]; readonly frame: RoomFrame }
  | { readonly do: 'close'; readonly to: readonly string[]; readonly code: number; readonly reason: string }
  | { readonly do: 'keep'; readonly frame: KeptFrame }
  | { readonly do: 'post'; readonly room: string; readonly post: RoomPost }
  | { readonly do: 'forget'; readonly profile: string }
  | { readonly do: 'purge' };

/** The room afterwards, and what is to be done. */
export interface Change {
  readonly room: RoomState;
  readonly effects: readonly Effect[];
}

/** Takes one step after another. */
export function inTurn(scene: Scene, steps: readonly ((scene: Scene) => Change)[]): Change {
  const effects: Effect[] = [];
  let { room } = scene;
  for (const step of steps) {
    const change = step({ ...scene, room });
    effects.push(...change.effects);
    room = change.room;
  }
  return { room, effects };
}

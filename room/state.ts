import type { KeptEvent, KeptFrame, RoomPost } from '#contract/realtime';
import type { PresenceNote } from './tokens.ts';

/** What a room remembers beside its kept events; stored whole, so that it can be rebuilt between any two frames. */
export interface RoomState {
  readonly seq: number;
  /** When the last event was kept. */
  readonly keptAt: number;
  /** Whose room it is, and its name: known from the first ticket on. */
  readonly member: string;
  readonly name: string;
  /** Tickets that are spent, sessions that have ended, conversations (or `presence`) whose passes are revoked, until no such ticket or pass can be alive. */
  readonly dead: Readonly<Record<string, number>>;
  /** The rooms that show this member's presence, each in its conversation. */
  readonly watchers: Readonly<Record<string, { readonly conversation: string; readonly until: number }>>;
  /** Whether this member is shown as online: a device can be seen, or could within the last minute. */
  readonly isOnline: boolean;
  /** When the last device went out of sight; null while one can be seen, and once this member is shown as gone. */
  readonly leftAt: number | null;
  /** When a page last told the Worker that nobody looks. */
  readonly hiddenAt: number;
  /** The Worker shows this member as gone. */
  readonly isNotedGone: boolean;
  /** Where the Worker listens, as the last ticket that names it says. */
  readonly site: string;
  /** The end of the second in which one like went out, and the numbers after those that were held back. */
  readonly likesUntil: number;
  readonly badge: Extract<KeptEvent, { type: 'badge.changed' }> | null;
}
/** A room that nobody has opened, and one that was emptied. */
export const NEW_ROOM: RoomState = {
  ...{ seq: 0, keptAt: 0, member: '', name: '', dead: {}, watchers: {} },
  ...{ isOnline: false, leftAt: null, hiddenAt: 0, isNotedGone: false, site: '' },
  ...{ likesUntil: 0, badge: null },
};

export const NO_TICKET = [4401, 'no valid ticket'] as const;
export const ENDED = [4403, 'session ended'] as const;

/** What a connection carries once its ticket is spent. */
export interface Device {
  readonly session: string;
  /** The second in which it was last heard, and its frames in that second. */
  readonly heardAt: number;
  readonly frames: number;
  /** Its tab can be seen. */
  readonly isSeen: boolean;
  /** The open thread, and the other's room when their presence may be seen. */
  readonly viewing: { readonly conversation: string; readonly room: string | null } | null;
}

/** A connection as the host gives it; without a device it gets nothing. */
export interface Socket<D = Device> {
  readonly state: D;
  setState(device: Device): unknown;
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** What a rule may read, change and do. */
export interface Scene {
  room: RoomState;
  readonly now: number;
  /** Those that are in and open at this moment. */
  readonly sockets: readonly Socket[];
  keep(frame: KeptFrame): void;
  /** Drops kept events; a device that missed one has to resync. */
  forget(isGone: (frame: KeptFrame) => boolean): void;
  post(room: string, post: RoomPost): void;
  /** Tells the Worker at `site` that a member is gone since `at`, or here again. */
  notePresence(site: string, note: Omit<PresenceNote, 'expires_at'>): void;
}

import type { RoomPost, StoredEvent, StoredFrame } from '#contract/realtime';
import type { PresenceNote } from './tokens.ts';

/**
 * The state of a room besides its stored events. It is stored under these names as a whole after every change, because the host may drop
 * the room from memory between any two frames. Times are in milliseconds.
 */
export interface RoomState {
  readonly seq: number;
  /** When the last event was stored. */
  readonly keptAt: number;
  /** When outdated events are deleted next; null while none is stored. */
  readonly expiryCheckAt: number | null;
  /** The member whose room it is, and its name below; both are empty until the first ticket. */
  readonly member: string;
  readonly name: string;
  /**
   * The ids of used tickets and ended sessions, and the conversations (or `presence`) whose passes are revoked, each with the time from
   * which no such ticket or pass can be valid any more.
   */
  readonly dead: Readonly<Record<string, number>>;
  /** The rooms that show this member's presence, each with its conversation. */
  readonly watchers: Readonly<Record<string, { readonly conversation: string; readonly until: number }>>;
  /** Whether this member is shown as online: a device is visible, or was until a short time ago. */
  readonly isOnline: boolean;
  /** When the last visible device left or was hidden; null while one is visible, and while this member is offline. */
  readonly leftAt: number | null;
  /** When a page last reported to the Worker that no tab of its browser is visible. */
  readonly hiddenAt: number;
  /** The Worker shows this member as offline. */
  readonly isNotedGone: boolean;
  /** When a typing signal was last forwarded, by conversation; entries older than TYPING_INTERVAL_MS are dropped. */
  readonly typedAt: Readonly<Record<string, number>>;
  /** The address of the Worker, from the last ticket that names one. */
  readonly site: string;
  /** Until when events with a badge count are held back. */
  readonly badgesHeldUntil: number;
  /** The badge count to be sent then; null if none was held back. */
  readonly heldBadge: Extract<StoredEvent, { type: 'badge.changed' }> | null;
  /** The highest bookmark that came with events, and when it came; null without one. */
  readonly bookmark: { readonly index: string; readonly at: number } | null;
}
/** The state of a room that nobody has opened yet, and of one that was emptied. */
export const NEW_ROOM: RoomState = {
  seq: 0,
  keptAt: 0,
  expiryCheckAt: null,
  member: '',
  name: '',
  dead: {},
  watchers: {},
  isOnline: false,
  leftAt: null,
  hiddenAt: 0,
  isNotedGone: false,
  typedAt: {},
  site: '',
  badgesHeldUntil: 0,
  heldBadge: null,
  bookmark: null,
};

/** Code and reason for closing a socket whose ticket is missing, used or invalid; one whose session has ended; one of a room that has moved. */
export const CLOSE_NO_TICKET = [4401, 'no valid ticket'] as const;
export const CLOSE_SESSION_ENDED = [4403, 'session ended'] as const;
export const CLOSE_MOVED = [1012, 'moved'] as const;

/** The state of an admitted connection. The host stores it with the connection. */
export interface ConnectionState {
  readonly session: string;
  /** When it was last heard, to within a second: its frames, counted below, are counted from this time on. */
  readonly heardAt: number;
  readonly frames: number;
  /** Its tab is visible. */
  readonly isSeen: boolean;
  /** The open thread, and the room of the other member if their presence may be shown. */
  readonly viewing: { readonly conversation: string; readonly room: string | null } | null;
}

/** A connection of the host. It gets no frames before it has a Device as its state. */
export interface Socket<D = ConnectionState> {
  readonly state: D;
  setState(device: ConnectionState): unknown;
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** What the rules of a room may read, change and call. */
export interface RoomContext {
  room: RoomState;
  readonly now: number;
  /** The admitted sockets that are open at this moment. */
  readonly sockets: readonly Socket[];
  /** Stores an event for replay. */
  store(frame: StoredFrame): void;
  /** Deletes the stored events that fit; a device that missed one of them has to resync. */
  deleteEvents(isGone: (frame: StoredFrame) => boolean): void;
  /** Replaces the stored events that a function changes; it returns the others as they are. They keep their numbers. */
  changeEvents(change: (frame: StoredFrame) => StoredFrame): void;
  /** Posts to another room; failures are logged. */
  post(room: string, post: RoomPost): void;
  /** Reports to the Worker at `site` that a member is offline since `at`, or online again; failures are logged. */
  reportPresence(site: string, note: Omit<PresenceNote, 'expires_at'>): void;
}

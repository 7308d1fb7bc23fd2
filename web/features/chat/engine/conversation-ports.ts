import type { Conversation, ExpectedPrice, getConversation, Message, markMessagesRead, sendMessage, UnreadCounts } from '#contract/chat';
import type { InputOf, OutputOf } from '#contract/endpoint';
import type { ErrorCode } from '#contract/errors';
import type { ClientFrame, RoomFrame } from '#contract/realtime';
import type { DraftQuote } from '../../../cards/quotes/draft-quotes.ts';
import type { LockTurn } from '../../../platform/locks.ts';

/** A message of the member that the server has not confirmed yet. `reason`: why it was refused; null unless it has failed. */
export interface PendingMessage {
  readonly client_id: string;
  readonly conversation_id: string;
  readonly text: string;
  /** What it quotes of the other's profile; null if nothing. */
  readonly about: DraftQuote | null;
  /** What the button said with which the member sent it; null for a message from before pages stored it. */
  readonly expects: ExpectedPrice | null;
  /** ISO 8601, UTC, by the device's clock. */
  readonly created_at: string;
  readonly state: 'queued' | 'failed';
  readonly reason: ErrorCode | null;
  /** When the limit ends for which it was refused, in ISO 8601, UTC; null if no limit is the reason or its end is not known. */
  readonly ends_at: string | null;
  /** What it costs now, if it was refused because that is more than `expects`; null otherwise. */
  readonly new_price: ExpectedPrice | null;
}

export type SendAnswer = OutputOf<typeof sendMessage>;

/** The calls of the chat engine. They reject as `call` does. */
export interface ChatCalls {
  read(input: InputOf<typeof getConversation>): Promise<Conversation>;
  send(input: InputOf<typeof sendMessage>): Promise<SendAnswer>;
  markRead(input: InputOf<typeof markMessagesRead>): Promise<OutputOf<typeof markMessagesRead>>;
}

/** The stored pending messages of a conversation. Not whole if storage is late or blocked: those of other tabs may then be missing. */
export interface StoredPending {
  readonly entries: readonly PendingMessage[];
  readonly isComplete: boolean;
}

/** The pending messages of one member by conversation, stored on this device. Never rejects; `update` is atomic across tabs. */
export interface PendingStore {
  conversations(): Promise<readonly string[]>;
  read(conversation: string): Promise<StoredPending>;
  update(conversation: string, change: (entries: readonly PendingMessage[]) => readonly PendingMessage[]): Promise<void>;
}

/** Copies of the conversations opened last, stored for a start without a connection. Never rejects. */
export interface ThreadStore {
  read(conversation: string): Promise<Conversation | null>;
  /** Stores a copy, of which the newest messages are enough; null deletes it. */
  put(conversation: string, thread: Conversation | null): Promise<void>;
}

export type { LockTurn };

export interface Locks {
  /** Runs the job under the browser's lock of this name, or without it if it is not granted in time; `turn` tells which. */
  run<T>(name: string, job: (turn: LockTurn) => Promise<T>): Promise<T>;
}

export interface Clock {
  now(): number;
  /** Runs the job once after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, job: () => void): () => void;
}

/** The events of the member's room and the connection to it. */
export interface RoomEvents {
  subscribe(listener: (frame: RoomFrame) => void): () => void;
  /** Calls the listener when the socket has opened or the device is back online. */
  onReconnect(listener: () => void): () => void;
  isOpen(): boolean;
  send(frame: ClientFrame): void;
}

/** What the engine reports to the caches of the page: the conversation list, the credits, the badge. */
export interface ChatObserver {
  /** The server has stored a message of the member. */
  messageSent(result: SendAnswer): void;
  /** The member reads the newest message; the read mark is not sent yet. */
  readingStarted(conversation: string): void;
  /** The server has stored the read mark and answered with the unread counts. */
  readConfirmed(conversation: string, unread: UnreadCounts): void;
  /** Messages were loaded, oldest first. */
  messagesArrived(messages: readonly Message[]): void;
}

export interface ChatPorts {
  readonly calls: ChatCalls;
  readonly pendingStore: PendingStore;
  readonly threadStore: ThreadStore;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly events: RoomEvents;
  readonly observer: ChatObserver;
  /** `id`: a fresh client id. `fraction`: a number from 0 to 1. */
  readonly random: { id(): string; fraction(): number };
  /** Milliseconds between two polls while the socket is not open. */
  readonly pollMs: number;
}

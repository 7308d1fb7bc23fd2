import type { Conversation, Message, readConversation, readMessages, sendMessage } from '#contract/chat';
import type { InputOf, OutputOf } from '#contract/endpoint';
import type { ErrorCode } from '#contract/errors';
import type { ClientFrame, RoomFrame } from '#contract/realtime';
import type { LockTurn } from '../../../platform/locks.ts';

/** A message of mine that no answer has acknowledged yet. */
export interface PendingMessage {
  readonly client_id: string;
  readonly conversation_id: string;
  readonly text: string;
  readonly created_at: string;
  readonly state: 'queued' | 'failed';
  readonly reason: ErrorCode | null;
}

export type Sent = OutputOf<typeof sendMessage>;

/** The three calls the machines make. */
export interface ChatCalls {
  read(input: InputOf<typeof readConversation>): Promise<Conversation>;
  send(input: InputOf<typeof sendMessage>): Promise<Sent>;
  markRead(input: InputOf<typeof readMessages>): Promise<OutputOf<typeof readMessages>>;
}

/** The pending messages of a conversation on this device; whole unless storage is late or blocked, when another tab's may be missing. */
export interface StoredPending {
  readonly entries: readonly PendingMessage[];
  readonly isWhole: boolean;
}

/** What outlives a reload: one list of pending messages a conversation, of one member. Never refuses; `update` is atomic across tabs. */
export interface PendingStore {
  conversations(): Promise<readonly string[]>;
  read(conversation: string): Promise<StoredPending>;
  update(conversation: string, change: (entries: readonly PendingMessage[]) => readonly PendingMessage[]): Promise<void>;
}

/** What this browser keeps of the conversations that were open lately, for when there is no connection. Never refuses. */
export interface KeptThreads {
  read(conversation: string): Promise<Conversation | null>;
  /** The newest messages are enough; null: the conversation is gone. */
  put(conversation: string, thread: Conversation | null): Promise<void>;
}

/** Runs the job while no other tab of this browser runs one under the same name; or without that, where the lock does not come in time. */
export type { LockTurn };

export interface Locks {
  run<T>(name: string, job: (turn: LockTurn) => Promise<T>): Promise<T>;
}

export interface Clock {
  now(): number;
  /** Runs the job once after so many milliseconds; the answer takes it back. */
  after(ms: number, job: () => void): () => void;
}

/** The member's room as far as a conversation needs it. */
export interface RoomEvents {
  subscribe(listener: (frame: RoomFrame) => void): () => void;
  /** Tells when the socket has opened or the device is back online. */
  onReconnect(listener: () => void): () => void;
  isOpen(): boolean;
  send(frame: ClientFrame): void;
}

/** Places outside the machines that follow what they learn: the list of chats, the credits, the badge. */
export interface Followers {
  sent(sent: Sent): void;
  /** The newest message is being read; the server is about to hear of it. */
  reading(conversation: string): void;
  read(conversation: string, unread: { conversation: number; total: number }): void;
  arrived(messages: readonly Message[]): void;
}

export interface ChatPorts {
  readonly calls: ChatCalls;
  readonly store: PendingStore;
  readonly threads: KeptThreads;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly events: RoomEvents;
  readonly followers: Followers;
  readonly random: { id(): string; fraction(): number };
  /** Milliseconds between two looks while the socket is not open. */
  readonly pollMs: number;
}

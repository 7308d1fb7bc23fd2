import type { Message } from '#contract/chat';
import type { Status, Thread } from './conversation-history.ts';
import type { PendingMessage } from './conversation-ports.ts';

/** What is known of a conversation at one moment. */
export interface ConversationSnapshot {
  readonly status: Status;
  readonly error: unknown;
  readonly messages: readonly Message[];
  readonly pending: readonly PendingMessage[];
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly thread: Thread | null;
  readonly isTyping: boolean;
  /** Opened, and no answer since: what is here may be of last time. */
  readonly isOpening: boolean;
  /** The seq of the oldest known message that was unread when the thread was opened. */
  readonly firstUnread: number | null;
}

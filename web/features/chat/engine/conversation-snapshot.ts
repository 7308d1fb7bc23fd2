import type { Message } from '#contract/chat';
import type { HistoryStatus, ThreadInfo } from './conversation-history.ts';
import type { PendingMessage } from './conversation-ports.ts';

/** The state of a conversation at one moment, for the components. */
export interface ConversationSnapshot {
  readonly status: HistoryStatus;
  readonly error: unknown;
  readonly messages: readonly Message[];
  readonly pending: readonly PendingMessage[];
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  readonly thread: ThreadInfo | null;
  readonly isTyping: boolean;
  /** Whether the server has not answered since the thread was opened: what is shown may be outdated. */
  readonly isAwaitingAnswer: boolean;
  /** The seq of the oldest known message that was unread when the thread was opened. */
  readonly firstUnreadSeq: number | null;
}

import type { Message } from '#contract/chat';
import type { PendingMessage } from '../engine/conversation-ports.ts';

export type Mark = 'none' | 'sent' | 'seen' | 'sending';

/** One message of a thread with what is drawn around it. */
export interface ThreadItem {
  readonly key: string;
  readonly text: string;
  readonly at: string;
  readonly isMine: boolean;
  readonly state: 'sent' | 'pending' | 'failed';
  /** The first of its day. */
  readonly startsDay: boolean;
  /** The first of those that were unread when the thread was opened. */
  readonly startsUnread: boolean;
  /** It reads as one saying with the message above, or below. */
  readonly hasBefore: boolean;
  readonly hasMore: boolean;
  /** How far it has come, said under the last of a saying. */
  readonly mark: Mark;
  readonly failed: PendingMessage | null;
}

interface Entry {
  readonly key: string;
  readonly text: string;
  readonly at: string;
  readonly isMine: boolean;
  readonly seq: number | null;
  readonly failed: PendingMessage | null;
  readonly day: string;
  readonly minute: number;
}

interface Conversation {
  readonly messages: readonly Message[];
  readonly pending: readonly PendingMessage[];
  readonly me: string;
  readonly read_by_other_to: number;
  readonly firstUnread?: number | null;
}

const dayOf = (at: string) => new Date(at).toDateString();
const minuteOf = (at: string) => Math.floor(Date.parse(at) / 60_000);
/** Of thousands of messages all but the newest stay as they are. */
const known = new WeakMap<Message, Entry>();

/** The client's id is the key, so that a bubble stays the same element when its message is acknowledged. */
function fromMessage(message: Message, me: string): Entry {
  const kept = known.get(message);
  if (kept) return kept;
  const { sender_id, client_id, text, created_at: at, seq } = message;
  const isMine = sender_id === me;
  const entry = { key: `${sender_id}:${client_id}`, text, at, isMine, seq, failed: null, day: dayOf(at), minute: minuteOf(at) };
  known.set(message, entry);
  return entry;
}

function fromPending(pending: PendingMessage, me: string): Entry {
  const { client_id, text, created_at: at, state } = pending;
  const failed = state === 'failed' ? pending : null;
  return { key: `${me}:${client_id}`, text, at, isMine: true, seq: null, failed, day: dayOf(at), minute: minuteOf(at) };
}

function stateOf({ seq, failed }: Entry): ThreadItem['state'] {
  if (failed) return 'failed';
  return seq === null ? 'pending' : 'sent';
}

const newest = (entries: readonly Entry[], isWanted: (seq: number) => boolean) =>
  entries.findLast((entry) => entry.isMine && entry.seq !== null && isWanted(entry.seq));

/** What a thread shows, top to bottom: bubbles by day and saying, how far they have come, and which of them failed. */
export function threadItems({ messages, pending, me, read_by_other_to, firstUnread = null }: Conversation): ThreadItem[] {
  const entries = [...messages.map((message) => fromMessage(message, me)), ...pending.map((entry) => fromPending(entry, me))];
  const lastSeen = newest(entries, (seq) => seq <= read_by_other_to);
  const lastSent = newest(entries, () => true);
  const startsUnread = ({ seq }: Entry) => seq !== null && seq === firstUnread;
  /** Same sender, same minute, and both fine: they read as one saying. */
  const isTogether = (a: Entry | undefined, b: Entry | undefined) =>
    !!a && !!b && a.isMine === b.isMine && !a.failed && !b.failed && a.minute === b.minute && a.day === b.day && !startsUnread(b);
  const markOf = (entry: Entry): Mark => {
    if (entry.seq === null) return 'sending';
    if (entry === lastSeen) return 'seen';
    return entry === lastSent ? 'sent' : 'none';
  };
  return entries.map((entry, i) => {
    const { key, text, at, isMine, failed, day } = entry;
    const before = entries[i - 1];
    const around = { startsDay: before?.day !== day, startsUnread: startsUnread(entry), hasBefore: isTogether(before, entry) };
    const hasMore = isTogether(entry, entries[i + 1]);
    return { key, text, at, isMine, state: stateOf(entry), ...around, hasMore, mark: markOf(entry), failed };
  });
}

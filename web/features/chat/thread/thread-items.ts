import type { Message } from '#contract/chat';
import type { Quote } from '#contract/quotes';
import type { PendingMessage } from '../engine/conversation-ports.ts';

export type DeliveryMark = 'none' | 'sent' | 'seen' | 'sending';

/** A message of a thread with what is drawn around it. */
export interface ThreadItem {
  readonly key: string;
  readonly text: string;
  /** What it quotes of its receiver's profile; null if nothing. */
  readonly about: Quote | null;
  readonly at: string;
  readonly isMine: boolean;
  readonly state: 'sent' | 'pending' | 'failed';
  /** Whether it is the first message of its day. */
  readonly startsDay: boolean;
  /** Whether it is the first message that was unread when the thread was opened. */
  readonly startsUnread: boolean;
  /** Whether it is drawn as one group with the message above. */
  readonly isGroupedWithPrevious: boolean;
  /** Whether it is drawn as one group with the message below. */
  readonly isGroupedWithNext: boolean;
  /** Its delivery state, shown under the last message of a group. */
  readonly deliveryMark: DeliveryMark;
  readonly failed: PendingMessage | null;
}

interface Entry {
  readonly key: string;
  readonly text: string;
  readonly about: Quote | null;
  readonly at: string;
  readonly isMine: boolean;
  readonly seq: number | null;
  readonly failed: PendingMessage | null;
  readonly day: string;
  readonly minute: number;
}

interface ThreadItemsInput {
  readonly messages: readonly Message[];
  readonly pending: readonly PendingMessage[];
  readonly me: string;
  readonly read_by_other_to: number;
  readonly firstUnreadSeq?: number | null;
}

const dayOf = (at: string) => new Date(at).toDateString();
const minuteOf = (at: string) => Math.floor(Date.parse(at) / 60_000);
/** Entries by message, so that a new message does not rebuild those of thousands of others. */
const entryCache = new WeakMap<Message, Entry>();

/** The key holds the client id, so that a bubble stays the same element when the server confirms its message. */
function entryOfMessage(message: Message, me: string): Entry {
  const cached = entryCache.get(message);
  if (cached) return cached;
  const { sender_id, client_id, text, about = null, created_at: at, seq } = message;
  const isMine = sender_id === me;
  const entry = { key: `${sender_id}:${client_id}`, text, about, at, isMine, seq, failed: null, day: dayOf(at), minute: minuteOf(at) };
  entryCache.set(message, entry);
  return entry;
}

function entryOfPending(pending: PendingMessage, me: string): Entry {
  const { client_id, text, about, created_at: at, state } = pending;
  const failed = state === 'failed' ? pending : null;
  return {
    key: `${me}:${client_id}`,
    text,
    about: about?.quote ?? null,
    at,
    isMine: true,
    seq: null,
    failed,
    day: dayOf(at),
    minute: minuteOf(at),
  };
}

/** Items by entry, so that an item that is drawn as before is the same object, and React leaves its bubble alone. */
const itemCache = new WeakMap<Entry, ThreadItem>();

/** What is drawn around a message, which depends on those above and below it and on read marks. */
type Surroundings = Pick<ThreadItem, 'startsDay' | 'startsUnread' | 'isGroupedWithPrevious' | 'isGroupedWithNext' | 'deliveryMark'>;

const isDrawnIn = (item: ThreadItem, surroundings: Surroundings) =>
  (Object.keys(surroundings) as (keyof Surroundings)[]).every((name) => item[name] === surroundings[name]);

function itemOf(entry: Entry, surroundings: Surroundings): ThreadItem {
  const cached = itemCache.get(entry);
  if (cached && isDrawnIn(cached, surroundings)) return cached;
  const { key, text, about, at, isMine, failed } = entry;
  const item = { key, text, about, at, isMine, failed, state: stateOf(entry), ...surroundings };
  itemCache.set(entry, item);
  return item;
}

function stateOf({ seq, failed }: Entry): ThreadItem['state'] {
  if (failed) return 'failed';
  return seq === null ? 'pending' : 'sent';
}

/** The newest message of the member that has a seq which fits. */
const newestOwn = (entries: readonly Entry[], isWanted: (seq: number) => boolean) =>
  entries.findLast((entry) => entry.isMine && entry.seq !== null && isWanted(entry.seq));

/**
 * What a thread shows, top to bottom: messages by day and group, their delivery states, and which of them failed. An item that is drawn as at
 * the last call is the same object.
 */
export function threadItems({ messages, pending, me, read_by_other_to, firstUnreadSeq = null }: ThreadItemsInput): ThreadItem[] {
  const entries = [...messages.map((message) => entryOfMessage(message, me)), ...pending.map((message) => entryOfPending(message, me))];
  const lastSeen = newestOwn(entries, (seq) => seq <= read_by_other_to);
  const lastSent = newestOwn(entries, () => true);
  const startsUnread = ({ seq }: Entry) => seq !== null && seq === firstUnreadSeq;
  /** Messages of one sender within the same minute are one group, unless one has failed, the second quotes something, or the line of unread messages is between them. */
  const isGrouped = (a: Entry | undefined, b: Entry | undefined) =>
    !!a &&
    !!b &&
    !b.about &&
    a.isMine === b.isMine &&
    !a.failed &&
    !b.failed &&
    a.minute === b.minute &&
    a.day === b.day &&
    !startsUnread(b);
  const markOf = (entry: Entry): DeliveryMark => {
    if (entry.seq === null) return 'sending';
    if (entry === lastSeen) return 'seen';
    return entry === lastSent ? 'sent' : 'none';
  };
  return entries.map((entry, i) => {
    const previous = entries[i - 1];
    return itemOf(entry, {
      startsDay: previous?.day !== entry.day,
      startsUnread: startsUnread(entry),
      isGroupedWithPrevious: isGrouped(previous, entry),
      isGroupedWithNext: isGrouped(entry, entries[i + 1]),
      deliveryMark: markOf(entry),
    });
  });
}

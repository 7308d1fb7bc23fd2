import type { Message } from '#contract/chat';
import type { ErrorCode } from '#contract/errors';
import type { PendingMessage } from './conversation-ports.ts';

export type Mark = 'none' | 'sent' | 'seen' | 'sending';

export interface MessageRow {
  readonly kind: 'message';
  readonly key: string;
  readonly text: string;
  readonly isMine: boolean;
  readonly at: string;
  readonly state: 'sent' | 'pending' | 'failed';
  /** Another message of the same group follows. */
  readonly hasMore: boolean;
}

export type Row =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | MessageRow
  | { readonly kind: 'group-end'; readonly key: string; readonly at: string; readonly isMine: boolean; readonly mark: Mark }
  | { readonly kind: 'not-sent'; readonly key: string; readonly client_id: string; readonly reason: ErrorCode | null };

interface Entry {
  readonly key: string;
  readonly text: string;
  readonly at: string;
  readonly isMine: boolean;
  readonly seq: number | null;
  readonly failed: PendingMessage | null;
}

interface Conversation {
  readonly messages: readonly Message[];
  readonly pending: readonly PendingMessage[];
  readonly me: string;
  readonly read_by_other_to: number;
}

/** The client's id is the key, so that a bubble stays the same element when its message is acknowledged. */
const fromMessage = (message: Message, me: string): Entry => ({
  key: `${message.sender_id}:${message.client_id}`,
  text: message.text,
  at: message.created_at,
  isMine: message.sender_id === me,
  seq: message.seq,
  failed: null,
});

const fromPending = (entry: PendingMessage, me: string): Entry => ({
  key: `${me}:${entry.client_id}`,
  text: entry.text,
  at: entry.created_at,
  isMine: true,
  seq: null,
  failed: entry.state === 'failed' ? entry : null,
});

const dayOf = (at: string) => new Date(at).toDateString();
const minuteOf = (at: string) => Math.floor(Date.parse(at) / 60_000);

/** Same sender, same minute, and both fine: they read as one saying. */
function isTogether(a: Entry, b: Entry | undefined): boolean {
  return !!b && a.isMine === b.isMine && !a.failed && !b.failed && minuteOf(a.at) === minuteOf(b.at) && dayOf(a.at) === dayOf(b.at);
}

function stateOf({ seq, failed }: Entry): MessageRow['state'] {
  if (failed) return 'failed';
  return seq === null ? 'pending' : 'sent';
}

function newest(entries: readonly Entry[], isWanted: (seq: number) => boolean): Entry | undefined {
  return entries.findLast((entry) => entry.isMine && entry.seq !== null && isWanted(entry.seq));
}

/** What a thread shows, top to bottom: days, bubbles, a line under each group, and what to do about a failed message. */
export function threadRows({ messages, pending, me, read_by_other_to }: Conversation): Row[] {
  const entries = [...messages.map((message) => fromMessage(message, me)), ...pending.map((entry) => fromPending(entry, me))];
  const lastSeen = newest(entries, (seq) => seq <= read_by_other_to);
  const lastSent = newest(entries, () => true);
  const markOf = (entry: Entry): Mark => {
    if (entry.seq === null) return 'sending';
    if (entry === lastSeen) return 'seen';
    return entry === lastSent ? 'sent' : 'none';
  };
  return entries.flatMap((entry, i) => {
    const rows: Row[] = [];
    const { key, at, isMine, text, failed } = entry;
    const before = entries[i - 1];
    const hasMore = isTogether(entry, entries[i + 1]);
    if (!before || dayOf(before.at) !== dayOf(at)) rows.push({ kind: 'day', key: `day:${dayOf(at)}:${key}`, at });
    rows.push({ kind: 'message', key, text, isMine, at, state: stateOf(entry), hasMore });
    if (failed) rows.push({ kind: 'not-sent', key: `not-sent:${key}`, client_id: failed.client_id, reason: failed.reason });
    else if (!hasMore) rows.push({ kind: 'group-end', key: `end:${key}`, at, isMine, mark: markOf(entry) });
    return rows;
  });
}

import type { Message } from '#contract/chat';

/** The known messages of a conversation in the order of seq. From the oldest one up to `syncedTo`, a seq, none is missing. */
export interface MessagePages {
  readonly messages: readonly Message[];
  readonly syncedTo: number;
  readonly hasOlder: boolean;
}

export const NO_PAGES: MessagePages = { messages: [], syncedTo: 0, hasOlder: false };

/** Both lists as one, oldest first, each message once. Returns `known` itself if nothing is added. */
function merge(known: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  const ids = new Set(known.map((message) => message.id));
  const added = incoming.filter((message) => !ids.has(message.id) && ids.add(message.id));
  return added.length === 0 ? known : [...known, ...added].toSorted((a, b) => a.seq - b.seq);
}

/** The pages after the first answer, which contains the newest messages. */
export function firstPage(messages: readonly Message[], hasMore: boolean): MessagePages {
  return { messages: merge([], messages), syncedTo: messages.at(-1)?.seq ?? 0, hasOlder: hasMore };
}

/** The pages with an answer to "before the oldest message". */
export function withOlder(pages: MessagePages, messages: readonly Message[], hasMore: boolean): MessagePages {
  return { ...pages, messages: merge(messages, pages.messages), hasOlder: hasMore && messages.length > 0 };
}

/** The pages with an answer to "after `syncedTo`", which leaves no gap. */
export function withNewer(pages: MessagePages, messages: readonly Message[]): MessagePages {
  const newest = messages.at(-1)?.seq ?? 0;
  return advance({ ...pages, messages: merge(pages.messages, messages), syncedTo: Math.max(pages.syncedTo, newest) });
}

/** The pages with one message of an event or of the answer to a send. Messages may come in any order. */
export function withMessage(pages: MessagePages, message: Message): MessagePages {
  return advance({ ...pages, messages: merge(pages.messages, [message]) });
}

/** A thread or its pages with another text of one message. Returns the same object if the message is not known. */
export function withText<T extends { readonly messages: readonly Message[] }>(thread: T, id: string, text: string): T {
  if (!thread.messages.some((message) => message.id === id)) return thread;
  return { ...thread, messages: thread.messages.map((message) => (message.id === id ? { ...message, text } : message)) };
}

interface Kept {
  readonly from: number | null;
  readonly least: number;
  readonly most: number;
}

/** The pages with only the messages from the seq `from` on, at least and at most so many of the newest; those before them can be loaded again. */
export function newestOf(pages: MessagePages, { from, least, most }: Kept): MessagePages {
  const seqOfNewest = (count: number) => pages.messages.at(-count)?.seq ?? 0;
  const first = Math.max(seqOfNewest(most), Math.min(seqOfNewest(least), from ?? Number.POSITIVE_INFINITY));
  const messages = pages.messages.filter(({ seq }) => seq >= first);
  return messages.length === pages.messages.length ? pages : { ...pages, messages, hasOlder: true };
}

/** Moves `syncedTo` over messages that came early and now follow without a gap. */
function advance(pages: MessagePages): MessagePages {
  let syncedTo = pages.syncedTo;
  for (const { seq } of pages.messages) {
    if (seq === syncedTo + 1) syncedTo = seq;
  }
  return syncedTo === pages.syncedTo ? pages : { ...pages, syncedTo };
}

/** Whether a message is known whose predecessor is not. */
export function hasGap(pages: MessagePages): boolean {
  return (pages.messages.at(-1)?.seq ?? 0) > pages.syncedTo;
}

/** Accepts a gap as final, because the server has no messages for it. */
export function acceptGap(pages: MessagePages): MessagePages {
  return { ...pages, syncedTo: Math.max(pages.syncedTo, pages.messages.at(-1)?.seq ?? 0) };
}

import type { Message } from '#contract/chat';

/** What is known of a conversation: messages by seq, and the seq up to which nothing is missing behind the oldest one. */
export interface Pages {
  readonly messages: readonly Message[];
  readonly syncedTo: number;
  readonly hasOlder: boolean;
}

export const NO_PAGES: Pages = { messages: [], syncedTo: 0, hasOlder: false };

/** Both lists as one, oldest first, each message once. The first list is answered as it is when nothing is added. */
function merge(known: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  const ids = new Set(known.map((message) => message.id));
  const added = incoming.filter((message) => !ids.has(message.id) && ids.add(message.id));
  return added.length === 0 ? known : [...known, ...added].toSorted((a, b) => a.seq - b.seq);
}

/** The pages after the first answer, which holds the newest messages. */
export function firstPage(messages: readonly Message[], hasMore: boolean): Pages {
  return { messages: merge([], messages), syncedTo: messages.at(-1)?.seq ?? 0, hasOlder: hasMore };
}

/** An answer to "before the oldest". */
export function withOlder(pages: Pages, messages: readonly Message[], hasMore: boolean): Pages {
  return { ...pages, messages: merge(messages, pages.messages), hasOlder: hasMore && messages.length > 0 };
}

/** An answer to "after the last known": nothing between the two is missing. */
export function withNewer(pages: Pages, messages: readonly Message[]): Pages {
  const newest = messages.at(-1)?.seq ?? 0;
  return advance({ ...pages, messages: merge(pages.messages, messages), syncedTo: Math.max(pages.syncedTo, newest) });
}

/** One message out of an event or an answer to a send, in whatever order it comes. */
export function withMessage(pages: Pages, message: Message): Pages {
  return advance({ ...pages, messages: merge(pages.messages, [message]) });
}

/** Moves the mark over messages that came early and now follow without a gap. */
function advance(pages: Pages): Pages {
  let syncedTo = pages.syncedTo;
  for (const { seq } of pages.messages) if (seq === syncedTo + 1) syncedTo = seq;
  return syncedTo === pages.syncedTo ? pages : { ...pages, syncedTo };
}

/** Whether a message is here whose forerunner is not. */
export function hasGap(pages: Pages): boolean {
  return (pages.messages.at(-1)?.seq ?? 0) > pages.syncedTo;
}

/** Takes a gap as final: the server has been asked and has nothing for it. */
export function closeGap(pages: Pages): Pages {
  return { ...pages, syncedTo: Math.max(pages.syncedTo, pages.messages.at(-1)?.seq ?? 0) };
}

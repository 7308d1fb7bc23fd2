import * as v from 'valibot';
import { User } from '#contract/account';
import { listChats } from '#contract/chat';
import { LikesAnswer } from '#contract/likes';

const Answer = <const S extends v.GenericSchema>(data: S) => v.nullable(v.object({ at: v.number(), data }));

/** Messages between the tabs of one browser; all are about one member. */
export const TabMessage = v.variant('type', [
  /** The session has ended. */
  v.object({ type: v.literal('ended'), reason: v.picklist(['expired', 'banned', 'logged_out', 'deleted']) }),
  /** The badge count has changed. */
  v.object({ type: v.literal('badge'), badge: User.entries.badge }),
  /** Asks the polling tab for answers that are not older than `since`, in milliseconds since 1970. */
  v.object({ type: v.literal('due'), since: v.number() }),
  /**
   * The answers of the last poll, which began at `askedAt`; `at` is when each was loaded, `confirmedAt` when the server last confirmed the
   * session, null if it has not. Times in milliseconds since 1970.
   */
  v.object({
    type: v.literal('answers'),
    askedAt: v.number(),
    confirmedAt: v.nullable(v.number()),
    user: Answer(User),
    chats: Answer(listChats.output),
    likes: Answer(LikesAnswer),
  }),
  /** Whether the server was last told that a tab of this browser is visible. */
  v.object({ type: v.literal('seen'), isSeen: v.boolean() }),
]);
export type TabMessage = v.InferOutput<typeof TabMessage>;
export type SharedAnswers = Omit<Extract<TabMessage, { type: 'answers' }>, 'type' | 'askedAt'>;

const Envelope = v.object({ member: v.string(), word: TabMessage });

/** The channel to this member's other tabs. */
export interface TabChannel {
  send: (word: TabMessage) => void;
  listen: (listener: (word: TabMessage) => void) => () => void;
  close: () => void;
}

const NO_CHANNEL: TabChannel = { send: () => undefined, listen: () => () => undefined, close: () => undefined };

/** Null if the browser has no channels or refuses them to this page. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('member');
  } catch {
    return null;
  }
}

/** Opens the channel to this member's other tabs. Unknown messages, as of another build, are ignored. Without channels it does nothing. */
export function openTabChannel(member: string): TabChannel {
  const channel = openChannel();
  if (!channel) return NO_CHANNEL;
  const listeners = new Set<(word: TabMessage) => void>();
  channel.onmessage = ({ data }) => {
    const parsed = v.safeParse(Envelope, data);
    if (!parsed.success || parsed.output.member !== member) return;
    for (const listener of [...listeners]) listener(parsed.output.word);
  };
  return {
    send: (word) => channel.postMessage({ member, word }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => channel.close(),
  };
}

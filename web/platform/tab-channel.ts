import * as v from 'valibot';
import { User } from '#contract/account';
import { listChats } from '#contract/chat';
import { LikesAnswer } from '#contract/likes';

const Answer = <const S extends v.GenericSchema>(data: S) => v.nullable(v.object({ at: v.number(), data }));

/** What the tabs of one browser tell each other; all of it is about one member. */
export const Word = v.variant('type', [
  /** The session is over. */
  v.object({ type: v.literal('ended'), reason: v.picklist(['signed_out', 'banned', 'logged_out', 'deleted']) }),
  v.object({ type: v.literal('badge'), badge: User.entries.badge }),
  /** A tab needs what the server says, not older than `since`. */
  v.object({ type: v.literal('due'), since: v.number() }),
  /** What the server said when it was asked last, each with the time since which it has been so. */
  v.object({
    type: v.literal('answers'),
    askedAt: v.number(),
    user: Answer(User),
    chats: Answer(listChats.output),
    likes: Answer(LikesAnswer),
  }),
  /** The server was told that nobody looks any more, or has heard since that somebody does. */
  v.object({ type: v.literal('seen'), isSeen: v.boolean() }),
]);
export type Word = v.InferOutput<typeof Word>;
export type Answers = Omit<Extract<Word, { type: 'answers' }>, 'type' | 'askedAt'>;

const Envelope = v.object({ member: v.string(), word: Word });

/** The line between this member's tabs. */
export interface OtherTabs {
  say: (word: Word) => void;
  hear: (listener: (word: Word) => void) => () => void;
  close: () => void;
}

const ALONE: OtherTabs = { say: () => undefined, hear: () => () => undefined, close: () => undefined };

/** Null where the browser has no channels, or refuses them to this page. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('member');
  } catch {
    return null;
  }
}

/** A tab of another build may say what this one does not know; that is passed over. Without the browser's channels every tab is alone. */
export function otherTabs(member: string): OtherTabs {
  const channel = openChannel();
  if (!channel) return ALONE;
  const listeners = new Set<(word: Word) => void>();
  channel.onmessage = ({ data }) => {
    const parsed = v.safeParse(Envelope, data);
    if (!parsed.success || parsed.output.member !== member) return;
    for (const listener of [...listeners]) listener(parsed.output.word);
  };
  return {
    say: (word) => channel.postMessage({ member, word }),
    hear: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => channel.close(),
  };
}

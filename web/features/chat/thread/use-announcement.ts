import { useRef } from 'react';
import type { Message } from '#contract/chat';

/** The newest message of the other that came while the thread was open, for a live region; null if there is none. */
export function useAnnouncement(messages: readonly Message[], me: string, isReady: boolean): Message | null {
  const newestAtOpening = useRef<number | null>(null);
  const newestOfOther = messages.findLast((message) => message.sender_id !== me);
  if (newestAtOpening.current === null && isReady) newestAtOpening.current = messages.at(-1)?.seq ?? 0;
  return newestOfOther && newestAtOpening.current !== null && newestOfOther.seq > newestAtOpening.current ? newestOfOther : null;
}

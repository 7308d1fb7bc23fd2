import { useRef } from 'react';
import type { Message } from '#contract/chat';

/** The newest message of the other that came while the thread was open, for a screen reader to say once. */
export function useAnnouncement(messages: readonly Message[], me: string, isReady: boolean): Message | null {
  const from = useRef<number | null>(null);
  const newest = messages.findLast((message) => message.sender_id !== me);
  if (from.current === null && isReady) from.current = messages.at(-1)?.seq ?? 0;
  return newest && from.current !== null && newest.seq > from.current ? newest : null;
}

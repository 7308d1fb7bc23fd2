import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationMachine, ConversationSnapshot } from './conversation-machine.ts';

const NEAR_BOTTOM_PX = 48;
const NEAR_TOP_PX = 600;

interface Place {
  isAtBottom: boolean;
  /** Distance of the window's top from the end of the content: stays the same while older messages come in above. */
  fromEnd: number;
  oldest: string | undefined;
  newestOwn: string | undefined;
}

function measure(box: HTMLElement): Pick<Place, 'isAtBottom' | 'fromEnd'> {
  const fromEnd = box.scrollHeight - box.scrollTop;
  return { fromEnd, isAtBottom: fromEnd - box.clientHeight < NEAR_BOTTOM_PX };
}

/** Keeps a thread where its reader is: at the end while they follow it, still while older messages load or new ones come below. */
export function useThreadScroll(machine: ConversationMachine, snapshot: ConversationSnapshot, me: string) {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ isAtBottom: true, fromEnd: 0, oldest: undefined, newestOwn: undefined });
  const { messages, pending, isTyping } = snapshot;
  const newestSeq = messages.at(-1)?.seq ?? 0;
  const [seenTo, setSeenTo] = useState<number | null>(null);

  const reached = useCallback(() => {
    setSeenTo(newestSeq);
    machine.seen();
  }, [machine, newestSeq]);

  const toEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);

  const scrolled = useCallback(() => {
    if (!box.current) return;
    Object.assign(place.current, measure(box.current));
    if (place.current.isAtBottom) reached();
    if (box.current.scrollTop < NEAR_TOP_PX) void machine.loadOlder();
  }, [machine, reached]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dots of someone typing add a line
  useLayoutEffect(() => {
    const at = place.current;
    if (!box.current) return;
    const oldest = messages[0]?.id;
    const newestOwn = pending.at(-1)?.client_id;
    const hasWritten = newestOwn !== undefined && newestOwn !== at.newestOwn;
    const hasGrownAbove = at.oldest !== undefined && oldest !== at.oldest;
    if (at.isAtBottom || hasWritten) toEnd();
    else if (hasGrownAbove) box.current.scrollTop = box.current.scrollHeight - at.fromEnd;
    Object.assign(at, measure(box.current), { oldest, newestOwn });
    if (messages.length > 0) scrolled();
  }, [messages, pending, isTyping, scrolled, toEnd]);

  useFollowingSize(box, place, toEnd);
  const fresh = seenTo === null ? 0 : messages.filter(({ seq, sender_id }) => seq > seenTo && sender_id !== me).length;
  return { box, scrolled, toEnd, fresh };
}

/** A keyboard that opens or a composer that grows takes height away; the end stays in view. */
function useFollowingSize(box: RefObject<HTMLElement | null>, place: RefObject<Place>, toEnd: () => void): void {
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(() => place.current.isAtBottom && toEnd());
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, place, toEnd]);
}

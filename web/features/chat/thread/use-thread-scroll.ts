import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { ConversationMachine } from '../engine/conversation-machine.ts';
import type { ConversationSnapshot } from '../engine/conversation-snapshot.ts';
import type { ThreadItem } from './thread-items.ts';

const NEAR_END_PX = 48;
const AT_END_PX = 2;
/** So far from the top older messages are asked for: a second of a fast scroll. */
const NEAR_TOP_PX = 1200;
/** Left free above the first unread message. */
const AIR_PX = 8;

interface Place {
  /** Near enough to the end that new messages are followed. */
  isFollowing: boolean;
  /** At the very end: what grows or takes height away moves the window along. A finger that has left it is not pulled back. */
  isAtEnd: boolean;
  /** Where the window's top was last. */
  top: number;
  /** Distance of the window's top from the end of the content: stays the same while older messages come in above. */
  fromEnd: number;
  oldest: string | undefined;
  newestOwn: string | undefined;
  hasOpened: boolean;
}

interface Drawn {
  box: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** The list that draws only what is near the window, where the thread is long. */
  list: RefObject<VirtualizerHandle | null>;
}

function measure(box: HTMLElement): Pick<Place, 'isFollowing' | 'isAtEnd' | 'top' | 'fromEnd'> {
  const top = box.scrollTop;
  const fromEnd = box.scrollHeight - top;
  const below = fromEnd - box.clientHeight;
  return { top, fromEnd, isFollowing: below < NEAR_END_PX, isAtEnd: below <= AT_END_PX };
}

/** Brings a message to the top of the window, unless all from there on fits into it. Says whether it did. */
function reveal({ box, content, list }: Drawn, index: number): boolean {
  const item = content.current?.children[index];
  const top = list.current ? list.current.getItemOffset(index) : item instanceof HTMLElement ? item.offsetTop : null;
  if (!box.current || top === null || box.current.scrollHeight - top <= box.current.clientHeight) return false;
  if (list.current) list.current.scrollToIndex(index, { align: 'start', offset: -AIR_PX });
  else box.current.scrollTop = top - AIR_PX;
  return true;
}

/** Keeps a thread where its reader is: at the first unread message or the end to begin with, at the end while they follow it, still while messages come in above or below. */
export function useThreadScroll(machine: ConversationMachine, snapshot: ConversationSnapshot, me: string, items: readonly ThreadItem[]) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const place = useRef<Place>({
    isFollowing: true,
    isAtEnd: true,
    top: 0,
    fromEnd: 0,
    oldest: undefined,
    newestOwn: undefined,
    hasOpened: false,
  });
  const { messages, pending, isTyping, isOpening, firstUnread } = snapshot;
  const newestSeq = messages.at(-1)?.seq ?? 0;
  const [seenTo, setSeenTo] = useState<number | null>(null);

  const reached = useCallback(() => {
    setSeenTo(newestSeq);
    machine.seen();
  }, [machine, newestSeq]);

  const toEnd = useCallback(() => {
    if (!box.current) return;
    box.current.scrollTop = box.current.scrollHeight;
    Object.assign(place.current, { isFollowing: true, isAtEnd: true, top: box.current.scrollTop });
  }, []);

  const scrolled = useCallback(() => {
    if (!box.current) return;
    const { isAtEnd, top } = place.current;
    Object.assign(place.current, measure(box.current));
    // Told of a scroll of our own after something had grown: no finger has left the end.
    if (isAtEnd && place.current.top >= top) toEnd();
    if (place.current.isFollowing) reached();
    if (box.current.scrollTop < NEAR_TOP_PX) void machine.loadOlder();
  }, [machine, reached, toEnd]);

  const isAtUnread = useCallback(() => {
    place.current.hasOpened = true;
    const index = items.findIndex((item) => item.startsUnread);
    if (index === -1 || firstUnread === null || !place.current.isFollowing || !reveal({ box, content, list }, index)) return false;
    setSeenTo(firstUnread - 1);
    return true;
  }, [items, firstUnread]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the dots of someone typing add a line
  useLayoutEffect(() => {
    const at = place.current;
    if (!box.current) return;
    const oldest = messages[0]?.id;
    const newestOwn = pending.at(-1)?.client_id;
    const hasWritten = newestOwn !== undefined && newestOwn !== at.newestOwn;
    const hasGrownAbove = at.oldest !== undefined && oldest !== at.oldest;
    const isPlaced = !at.hasOpened && !isOpening && isAtUnread();
    if (!isPlaced && (at.isFollowing || hasWritten)) toEnd();
    else if (hasGrownAbove && !list.current) box.current.scrollTop = box.current.scrollHeight - at.fromEnd;
    Object.assign(at, measure(box.current), { oldest, newestOwn }, isPlaced && { isFollowing: false, isAtEnd: false });
    if (messages.length > 0 && !isPlaced) scrolled();
  }, [messages, pending, isTyping, isOpening, isAtUnread, scrolled, toEnd]);

  useFollowingSize({ box, content, list }, place, toEnd);
  const fresh = seenTo === null ? 0 : messages.filter(({ seq, sender_id }) => seq > seenTo && sender_id !== me).length;
  return { box, content, list, scrolled, toEnd, fresh };
}

/** A keyboard that opens or a composer that grows takes height away, a message that is drawn gets its height: the end stays in view. */
function useFollowingSize({ box, content }: Drawn, place: RefObject<Place>, toEnd: () => void): void {
  useEffect(() => {
    if (!box.current || !content.current) return undefined;
    const { current: window } = box;
    const observer = new ResizeObserver(() => {
      const { isAtEnd, top } = place.current;
      // A finger that has left the end since may not have been told of yet.
      if (isAtEnd && (window.scrollTop >= top || measure(window).isFollowing)) toEnd();
    });
    observer.observe(window);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [box, content, place, toEnd]);
}

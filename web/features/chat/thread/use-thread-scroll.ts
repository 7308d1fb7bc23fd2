import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { ConversationMachine } from '../engine/conversation-machine.ts';
import type { ConversationSnapshot } from '../engine/conversation-snapshot.ts';
import type { ThreadItem } from './thread-items.ts';

/** At most so far from the end the newest message counts as read, and new messages are followed. */
const NEAR_END_PX = 48;
/** At most so far from the end the thread counts as scrolled to its end. */
const AT_END_PX = 2;
/** At most so far from the top older messages are loaded; a fast scroll takes about a second for it. */
const NEAR_TOP_PX = 1200;
/** Space left free above the first unread message. */
const AIR_PX = 8;

/** The scroll position after the last render or scroll event; lengths in CSS pixels. */
interface Place {
  /** Whether it is near enough to the end that new messages are followed. */
  isFollowing: boolean;
  /** Whether it is at the very end. It then stays there when the content grows or the box shrinks, unless the reader scrolls away. */
  isAtEnd: boolean;
  /** The scroll offset of the box. */
  top: number;
  /** Distance from the scroll offset to the end of the content, which stays the same while older messages are added above. */
  fromEnd: number;
  /** The id of the oldest message. */
  oldest: string | undefined;
  /** The client id of the newest pending message. */
  newestOwn: string | undefined;
  /** Whether the scroll position at opening was set. */
  hasOpened: boolean;
}

interface Drawn {
  box: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** The virtual list of a long thread; null while all messages are drawn. */
  list: RefObject<VirtualizerHandle | null>;
}

function measure(box: HTMLElement): Pick<Place, 'isFollowing' | 'isAtEnd' | 'top' | 'fromEnd'> {
  const top = box.scrollTop;
  const fromEnd = box.scrollHeight - top;
  const below = fromEnd - box.clientHeight;
  return { top, fromEnd, isFollowing: below < NEAR_END_PX, isAtEnd: below <= AT_END_PX };
}

/** Scrolls a message to the top of the box, unless everything from there on fits into it. Returns whether it did. */
function reveal({ box, content, list }: Drawn, index: number): boolean {
  const item = content.current?.children[index];
  const top = list.current ? list.current.getItemOffset(index) : item instanceof HTMLElement ? item.offsetTop : null;
  if (!box.current || top === null || box.current.scrollHeight - top <= box.current.clientHeight) return false;
  if (list.current) list.current.scrollToIndex(index, { align: 'start', offset: -AIR_PX });
  else box.current.scrollTop = top - AIR_PX;
  return true;
}

/**
 * The scroll position of a thread. It opens at the first unread message or at the end, follows new messages while the reader is near the end,
 * and otherwise does not move when messages are added above or below.
 */
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

  const markEndReached = useCallback(() => {
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
    // The position has not moved up, so this event is of our own scroll while the content grew: the reader has not left the end.
    if (isAtEnd && place.current.top >= top) toEnd();
    if (place.current.isFollowing) markEndReached();
    if (box.current.scrollTop < NEAR_TOP_PX) void machine.loadOlder();
  }, [machine, markEndReached, toEnd]);

  /** Scrolls to the first unread message, once. Returns false if there is none or everything from there on fits. */
  const scrollToUnread = useCallback(() => {
    place.current.hasOpened = true;
    const index = items.findIndex((item) => item.startsUnread);
    if (index === -1 || firstUnread === null || !place.current.isFollowing || !reveal({ box, content, list }, index)) return false;
    setSeenTo(firstUnread - 1);
    return true;
  }, [items, firstUnread]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the typing sign adds a line
  useLayoutEffect(() => {
    const position = place.current;
    if (!box.current) return;
    const oldest = messages[0]?.id;
    const newestOwn = pending.at(-1)?.client_id;
    const hasWritten = newestOwn !== undefined && newestOwn !== position.newestOwn;
    const hasGrownAbove = position.oldest !== undefined && oldest !== position.oldest;
    const isAtFirstUnread = !position.hasOpened && !isOpening && scrollToUnread();
    if (!isAtFirstUnread && (position.isFollowing || hasWritten)) toEnd();
    else if (hasGrownAbove && !list.current) box.current.scrollTop = box.current.scrollHeight - position.fromEnd;
    Object.assign(position, measure(box.current), { oldest, newestOwn });
    if (isAtFirstUnread) Object.assign(position, { isFollowing: false, isAtEnd: false });
    if (messages.length > 0 && !isAtFirstUnread) scrolled();
  }, [messages, pending, isTyping, isOpening, scrollToUnread, scrolled, toEnd]);

  useFollowingSize({ box, content, list }, place, toEnd);
  const fresh = seenTo === null ? 0 : messages.filter(({ seq, sender_id }) => seq > seenTo && sender_id !== me).length;
  return { box, content, list, scrolled, toEnd, fresh };
}

/** Keeps the end in view when the box shrinks (an opened keyboard, a growing composer) or a drawn message gets its height. */
function useFollowingSize({ box, content }: Drawn, place: RefObject<Place>, toEnd: () => void): void {
  useEffect(() => {
    if (!box.current || !content.current) return undefined;
    const { current: boxElement } = box;
    const observer = new ResizeObserver(() => {
      const { isAtEnd, top } = place.current;
      // The reader may have scrolled away from the end, and the scroll event may not have come yet.
      if (isAtEnd && (boxElement.scrollTop >= top || measure(boxElement).isFollowing)) toEnd();
    });
    observer.observe(boxElement);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [box, content, place, toEnd]);
}

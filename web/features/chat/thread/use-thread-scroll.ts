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
const UNREAD_MARGIN_PX = 8;

/** The scroll position after the last render or scroll event; lengths in CSS pixels. */
interface ScrollState {
  /** Whether it is near enough to the end that new messages are followed. */
  isFollowing: boolean;
  /** Whether it is at the very end. It then stays there when the content grows or the box shrinks, unless the reader scrolls away. */
  isAtEnd: boolean;
  /** The scroll offset of the box. */
  scrollTop: number;
  /** Distance from the scroll offset to the end of the content, which stays the same while older messages are added above. */
  fromEnd: number;
  /** The id of the oldest message. */
  oldestId: string | undefined;
  /** The client id of the newest pending message. */
  newestOwnId: string | undefined;
  /** Whether the scroll position at opening was set. */
  isInitiallyPlaced: boolean;
}

interface ThreadElements {
  scrollBox: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** The virtual list of a long thread; null while all messages are drawn. */
  virtualizer: RefObject<VirtualizerHandle | null>;
}

function measure(box: HTMLElement): Pick<ScrollState, 'isFollowing' | 'isAtEnd' | 'scrollTop' | 'fromEnd'> {
  const top = box.scrollTop;
  const fromEnd = box.scrollHeight - top;
  const below = fromEnd - box.clientHeight;
  return { scrollTop: top, fromEnd, isFollowing: below < NEAR_END_PX, isAtEnd: below <= AT_END_PX };
}

/** Scrolls a message to the top of the box, unless everything from there on fits into it. Returns whether it did. */
function scrollToItem({ scrollBox, content, virtualizer }: ThreadElements, index: number): boolean {
  const item = content.current?.children[index];
  const top = virtualizer.current ? virtualizer.current.getItemOffset(index) : item instanceof HTMLElement ? item.offsetTop : null;
  if (!scrollBox.current || top === null || scrollBox.current.scrollHeight - top <= scrollBox.current.clientHeight) return false;
  if (virtualizer.current) virtualizer.current.scrollToIndex(index, { align: 'start', offset: -UNREAD_MARGIN_PX });
  else scrollBox.current.scrollTop = top - UNREAD_MARGIN_PX;
  return true;
}

/** Calls `job` once the frame that is being made is on the screen; of several calls before that, the last one. Cancelled on unmounting. */
function useAfterPaint(): (job: () => void) => void {
  const cancel = useRef<() => void>(() => undefined);
  useEffect(() => () => cancel.current(), []);
  return useCallback((job) => {
    cancel.current();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(job);
    });
    cancel.current = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
}

/**
 * The scroll position of a thread. It opens at the first unread message or at the end, follows new messages while the reader is near the end,
 * and otherwise does not move when messages are added above or below.
 */
export function useThreadScroll(machine: ConversationMachine, snapshot: ConversationSnapshot, me: string, items: readonly ThreadItem[]) {
  const scrollBox = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const place = useRef<ScrollState>({
    isFollowing: true,
    isAtEnd: true,
    scrollTop: 0,
    fromEnd: 0,
    oldestId: undefined,
    newestOwnId: undefined,
    isInitiallyPlaced: false,
  });
  const { messages, pending, isTyping, isAwaitingAnswer, firstUnreadSeq } = snapshot;
  const newestSeq = messages.at(-1)?.seq ?? 0;
  const [seenTo, setSeenTo] = useState<number | null>(null);

  const afterPaint = useAfterPaint();
  const updatePlace = useCallback((change: Partial<ScrollState>) => Object.assign(place.current, change), []);

  const markEndReached = useCallback(() => {
    setSeenTo(newestSeq);
    // A message is on the screen before it is reported as read.
    afterPaint(() => machine.newestInView());
  }, [machine, newestSeq, afterPaint]);

  const toEnd = useCallback(() => {
    if (!scrollBox.current) return;
    scrollBox.current.scrollTop = scrollBox.current.scrollHeight;
    updatePlace({ isFollowing: true, isAtEnd: true, scrollTop: scrollBox.current.scrollTop });
  }, [updatePlace]);

  const onScroll = useCallback(() => {
    if (!scrollBox.current) return;
    const { isAtEnd, scrollTop } = place.current;
    updatePlace(measure(scrollBox.current));
    // The position has not moved up, so this event is of our own scroll while the content grew: the reader has not left the end.
    if (isAtEnd && place.current.scrollTop >= scrollTop) toEnd();
    if (place.current.isFollowing) markEndReached();
    if (scrollBox.current.scrollTop < NEAR_TOP_PX) void machine.loadOlder();
  }, [machine, markEndReached, toEnd, updatePlace]);

  /** Scrolls to the first unread message, once. Returns false if there is none or everything from there on fits. */
  const scrollToUnread = useCallback(() => {
    place.current.isInitiallyPlaced = true;
    const index = items.findIndex((item) => item.startsUnread);
    if (index === -1 || firstUnreadSeq === null || !place.current.isFollowing || !scrollToItem({ scrollBox, content, virtualizer }, index))
      return false;
    setSeenTo(firstUnreadSeq - 1);
    return true;
  }, [items, firstUnreadSeq]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the typing sign adds a line
  useLayoutEffect(() => {
    const position = place.current;
    if (!scrollBox.current) return;
    const oldestId = messages[0]?.id;
    const newestOwnId = pending.at(-1)?.client_id;
    const hasWritten = newestOwnId !== undefined && newestOwnId !== position.newestOwnId;
    const hasGrownAbove = position.oldestId !== undefined && oldestId !== position.oldestId;
    const isAtFirstUnread = !position.isInitiallyPlaced && !isAwaitingAnswer && scrollToUnread();
    if (!isAtFirstUnread && (position.isFollowing || hasWritten)) toEnd();
    else if (hasGrownAbove && !virtualizer.current) scrollBox.current.scrollTop = scrollBox.current.scrollHeight - position.fromEnd;
    updatePlace({ ...measure(scrollBox.current), oldestId, newestOwnId });
    if (isAtFirstUnread) updatePlace({ isFollowing: false, isAtEnd: false });
    if (messages.length > 0 && !isAtFirstUnread) onScroll();
  }, [messages, pending, isTyping, isAwaitingAnswer, scrollToUnread, onScroll, toEnd, updatePlace]);

  useStayAtEndOnResize({ scrollBox, content, virtualizer }, place, toEnd);
  const newCount = seenTo === null ? 0 : messages.filter(({ seq, sender_id }) => seq > seenTo && sender_id !== me).length;
  return { box: scrollBox, content, list: virtualizer, scrolled: onScroll, toEnd, fresh: newCount };
}

/** Keeps the end in view when the box shrinks (an opened keyboard, a growing composer) or a drawn message gets its height. */
function useStayAtEndOnResize({ scrollBox, content }: ThreadElements, place: RefObject<ScrollState>, toEnd: () => void): void {
  useEffect(() => {
    if (!scrollBox.current || !content.current) return undefined;
    const { current: boxElement } = scrollBox;
    const observer = new ResizeObserver(() => {
      const { isAtEnd, scrollTop } = place.current;
      // The reader may have scrolled away from the end, and the scroll event may not have come yet.
      if (isAtEnd && (boxElement.scrollTop >= scrollTop || measure(boxElement).isFollowing)) toEnd();
    });
    observer.observe(boxElement);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, [scrollBox, content, place, toEnd]);
}

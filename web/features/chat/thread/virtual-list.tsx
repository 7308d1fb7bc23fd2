import { type ReactElement, type RefObject, useLayoutEffect, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ThreadItem } from './thread-items.ts';

/** How far messages are drawn beyond both edges of the box, for fast scrolls and selections. */
const OVERSCAN_PX = 800;

interface VirtualListProps {
  items: readonly ThreadItem[];
  /** Heights in pixels of the messages that are already on the screen. */
  sizes: readonly number[];
  scrollBox: RefObject<HTMLElement | null>;
  virtualizer: RefObject<VirtualizerHandle | null>;
  children: (item: ThreadItem) => ReactElement;
}

/** Whether older messages were added at the top since the last render. */
function useHasPrepended(items: readonly ThreadItem[]): boolean {
  const previousOldest = useRef<string | undefined>(undefined);
  const oldest = items[0]?.key;
  useLayoutEffect(() => {
    previousOldest.current = oldest;
  }, [oldest]);
  return previousOldest.current !== undefined && previousOldest.current !== oldest;
}

/** The messages of a long thread, of which only those near the visible part are drawn. Older ones are added above without a jump. */
export function VirtualList({ items, sizes, scrollBox, virtualizer, children }: VirtualListProps) {
  const hasGrownAbove = useHasPrepended(items);
  const meanSize = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return (
    <Virtualizer
      ref={virtualizer}
      scrollRef={scrollBox}
      data={items}
      shift={hasGrownAbove}
      bufferSize={OVERSCAN_PX}
      cache={[[...sizes], meanSize]}
      ssrCount={sizes.length}
      // Without `itemSize` the list draws nothing beyond the edges until it has measured a row, and measuring in view moves the rows below.
      itemSize={meanSize}
    >
      {children}
    </Virtualizer>
  );
}

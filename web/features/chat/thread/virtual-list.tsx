import type { ReactElement, RefObject } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ThreadItem } from './thread-items.ts';
import { useGrowth } from './use-prepended.ts';

/** Drawn beyond both edges of the window, so that a fast scroll and a selected text find something there. */
const AHEAD_PX = 800;

interface VirtualListProps {
  items: readonly ThreadItem[];
  /** Heights as they stand on the screen already. */
  sizes: readonly number[];
  box: RefObject<HTMLElement | null>;
  list: RefObject<VirtualizerHandle | null>;
  children: (item: ThreadItem) => ReactElement;
}

/** A long thread: only what is near the window is drawn, and older messages come in above without a jump. */
export function VirtualList({ items, sizes, box, list, children }: VirtualListProps) {
  const hasGrownAbove = useGrowth(items);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return (
    <Virtualizer
      ref={list}
      scrollRef={box}
      data={items}
      shift={hasGrownAbove}
      bufferSize={AHEAD_PX}
      cache={[[...sizes], mean]}
      ssrCount={sizes.length}
      // As long as the list guesses a height it draws nothing ahead, and a row that is measured in view moves those under it.
      itemSize={mean}
    >
      {children}
    </Virtualizer>
  );
}

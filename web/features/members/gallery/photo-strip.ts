import { type RefObject, useRef, useState } from 'react';

/** A row of photos that snaps to one of them. `shown` is the index of the photo in view, `show` scrolls to another. */
export interface PhotoStrip {
  listRef: RefObject<HTMLUListElement | null>;
  shownIndex: number;
  show: (index: number, behavior?: ScrollBehavior) => void;
  onScroll: () => void;
}

export function usePhotoStrip(count: number): PhotoStrip {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  return {
    listRef: strip,
    shownIndex: Math.min(shown, Math.max(0, count - 1)),
    show: (index, behavior = 'smooth') => {
      const row = strip.current;
      const target = Math.min(count - 1, Math.max(0, index));
      row?.scrollTo({ left: target * row.clientWidth, behavior });
    },
    onScroll: () => {
      const row = strip.current;
      if (row && row.clientWidth > 0) setShown(Math.round(row.scrollLeft / row.clientWidth));
    },
  };
}

/** The index that an arrow key, Home or End leads to, which may be out of range; null for any other key. */
export function indexForKey(key: string, shown: number, count: number): number | null {
  if (key === 'ArrowLeft') return shown - 1;
  if (key === 'ArrowRight') return shown + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

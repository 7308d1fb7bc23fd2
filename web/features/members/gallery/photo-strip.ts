import { type RefObject, useRef, useState } from 'react';

/** A row of photos that snaps: which one is in view, and the ways to another. */
export interface PhotoStrip {
  strip: RefObject<HTMLUListElement | null>;
  shown: number;
  show: (index: number, behavior?: ScrollBehavior) => void;
  onScroll: () => void;
}

export function usePhotoStrip(count: number): PhotoStrip {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  return {
    strip,
    shown: Math.min(shown, Math.max(0, count - 1)),
    show: (index, behavior = 'smooth') => {
      const row = strip.current;
      const wanted = Math.min(count - 1, Math.max(0, index));
      row?.scrollTo({ left: wanted * row.clientWidth, behavior });
    },
    onScroll: () => {
      const row = strip.current;
      if (row && row.clientWidth > 0) setShown(Math.round(row.scrollLeft / row.clientWidth));
    },
  };
}

/** Arrow keys, Home and End, wherever the photos have the keyboard. */
export function keyTarget(key: string, shown: number, count: number): number | null {
  if (key === 'ArrowLeft') return shown - 1;
  if (key === 'ArrowRight') return shown + 1;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

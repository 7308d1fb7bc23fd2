import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The width of an element in CSS pixels, `initial` until it is measured. What is drawn at this width has texts of the same size everywhere, while
 * a picture that is scaled has small ones on a phone.
 */
export function useWidth<E extends Element>(initial: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

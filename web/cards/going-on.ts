import { useLayoutEffect, useRef } from 'react';

/** Of a card's links the one that a keyboard reaches. */
const LINK = 'a:not([tabindex="-1"])';

/**
 * For a list that grows by a button: whoever pressed it, or stood on it as it went, goes on at the first card that came, or at another try where
 * nothing came. `area` holds list and button, `goOn` is told of the press.
 */
export function useGoingOn(ids: readonly string[], error: unknown) {
  const area = useRef<HTMLDivElement>(null);
  const isAsked = useRef(false);
  const known = useRef<ReadonlySet<string>>(new Set());
  const list = ids.join(' ');
  useLayoutEffect(() => {
    const shown = list.split(' ');
    const came = shown.findIndex((id) => !known.current.has(id));
    known.current = new Set(shown);
    if (!isAsked.current) return;
    if (error) area.current?.querySelector<HTMLElement>('[role=alert] button')?.focus();
    if (error || came < 0) return;
    isAsked.current = false;
    area.current?.querySelectorAll('article')[came]?.querySelector<HTMLElement>(LINK)?.focus();
  }, [list, error]);
  const goOn = () => {
    isAsked.current = true;
  };
  return { area, goOn };
}

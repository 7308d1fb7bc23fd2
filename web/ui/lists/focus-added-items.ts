import { useLayoutEffect, useRef } from 'react';

/** Of an item's links the one that a keyboard reaches. */
const LINK = 'a:not([tabindex="-1"])';

/** Where one goes on at an item: at its link, at the fold it lies in, or at the item itself, which then can take the focus. */
function placeIn(item: HTMLElement | undefined): HTMLElement | null | undefined {
  return item?.closest('details:not([open])')?.querySelector('summary') ?? item?.querySelector<HTMLElement>(LINK) ?? item;
}

/**
 * For a list that grows by a button: whoever pressed it, or stood on it as it went, goes on at the first item that came, or at another try where
 * nothing came. `area` holds list and button, `goOn` is told of the press; the items are `tag`s, in the order of the ids.
 */
export function useGoingOn(ids: readonly string[], error: unknown, tag: 'article' | 'li' = 'article') {
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
    placeIn(area.current?.querySelectorAll<HTMLElement>(tag)[came])?.focus();
  }, [list, error, tag]);
  const goOn = () => {
    isAsked.current = true;
  };
  return { area, goOn };
}

import { useLayoutEffect, useRef } from 'react';

/** Selects the link of an item that the Tab key reaches. */
const LINK = 'a:not([tabindex="-1"])';

/** The element to focus for an item: the summary of the closed `<details>` that contains it, else its link, else the item itself. */
function focusTargetIn(item: HTMLElement | undefined): HTMLElement | null | undefined {
  return item?.closest('details:not([open])')?.querySelector('summary') ?? item?.querySelector<HTMLElement>(LINK) ?? item;
}

/**
 * Focus for a list that grows by a button: after the press the first added item gets the focus, or after an error the button that tries
 * again. `area` is a ref for the element around list and button, `goOn` is to be called at the press. The items are elements named `tag`,
 * in the order of `ids`.
 */
export function useFocusAddedItems(ids: readonly string[], error: unknown, tag: 'article' | 'li' = 'article') {
  const area = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const known = useRef<ReadonlySet<string>>(new Set());
  const joinedIds = ids.join(' ');
  useLayoutEffect(() => {
    const shown = joinedIds.split(' ');
    const firstAdded = shown.findIndex((id) => !known.current.has(id));
    known.current = new Set(shown);
    if (!isPressed.current) return;
    if (error) area.current?.querySelector<HTMLElement>('[role=alert] button')?.focus();
    if (error || firstAdded < 0) return;
    isPressed.current = false;
    focusTargetIn(area.current?.querySelectorAll<HTMLElement>(tag)[firstAdded])?.focus();
  }, [joinedIds, error, tag]);
  const markPressed = () => {
    isPressed.current = true;
  };
  return { area, goOn: markPressed };
}

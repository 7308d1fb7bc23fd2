/**
 * To be called before a list item is removed. The returned function moves the focus to the neighbouring item, or to the content of the
 * page. It does nothing if the focus is neither lost nor in the item.
 */
export function prepareFocusNeighbor(item: Element | null): () => void {
  const next = item?.nextElementSibling;
  // After the last item there may be one that fades out.
  const neighbour = next && !next.matches('[inert]') ? next : item?.previousElementSibling;
  return () => {
    const focused = document.activeElement;
    if (focused !== document.body && !item?.contains(focused)) return;
    const target = neighbour?.querySelector<HTMLElement>('a:not([tabindex]), button') ?? document.getElementById('content');
    target?.focus({ preventScroll: true });
  };
}

/** Whether the focus ring is visible, which means that the member uses the keyboard. */
export const isKeyboardFocus = (): boolean => document.activeElement?.matches(':focus-visible') ?? false;

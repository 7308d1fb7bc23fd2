/** For the focus of somebody whose list item leaves: the item beside it, or the top of the page. Elsewhere the focus is left alone. */
export function placeBeside(item: Element | null): () => void {
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return () => {
    const at = document.activeElement;
    if (at !== document.body && !item?.contains(at)) return;
    const place = neighbour?.querySelector<HTMLElement>('a:not([tabindex]), button') ?? document.getElementById('content');
    place?.focus({ preventScroll: true });
  };
}

/** Whether the focus is shown where it is: whoever sees it works by keyboard. */
export const isByKeyboard = (): boolean => document.activeElement?.matches(':focus-visible') ?? false;

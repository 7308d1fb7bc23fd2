import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

const GAP = 4;
const STEP: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Under its button, or above it where the window ends. */
function place(menu: HTMLElement, button: Element): void {
  const box = button.getBoundingClientRect();
  const fitsBelow = box.bottom + GAP + menu.offsetHeight <= window.innerHeight;
  menu.style.top = `${fitsBelow ? box.bottom + GAP : Math.max(GAP, box.top - GAP - menu.offsetHeight)}px`;
  menu.style.left = `${Math.max(GAP, box.right - menu.offsetWidth)}px`;
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** The arrows walk through the items of an open menu. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEP[event.key];
  if (!step) return;
  event.preventDefault();
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item.matches(':focus'));
  items.at((at + step) % items.length)?.focus();
}

/** What an open menu holds: put in its place, the first item focused. */
export function MenuItems({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = box.current?.closest<HTMLElement>('[popover]');
    const button = menu?.previousElementSibling;
    if (!menu || !button) return;
    place(menu, button);
    itemsOf(menu)[0]?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} role="presentation">
      {children}
    </div>
  );
}

import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** The entry a key leads to; -1 is the last one. */
function target(key: string, at: number, words: readonly string[]): number | null {
  if (key === 'ArrowDown') return (at + 1) % words.length;
  if (key === 'ArrowUp') return at < 1 ? -1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return -1;
  if (key.length !== 1 || key === ' ') return null;
  const next = [...words.keys()].map((i) => (at + 1 + i) % words.length);
  return next.find((i) => words[i]?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}

/** Arrows, Home, End and first letters walk through an open menu; the Tab key leaves it. */
export function walk(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  if (event.key === 'Tab') return menu.hidePopover();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item.matches(':focus'));
  const words = items.map(({ textContent }) => textContent.trim());
  const next = target(event.key, at, words);
  if (next === null) return;
  event.preventDefault();
  items.at(next)?.focus();
}

/** An entry was chosen: the menu has done its work. */
export function closeAfter({ target: pressed, currentTarget: menu }: MouseEvent<HTMLElement>): void {
  if (pressed instanceof Element && pressed.closest('[role=menuitem]')) menu.hidePopover();
}

/** To the button, also where a press with the mouse does not give it the focus. */
export function giveFocusBack(menu: HTMLElement): void {
  const button = menu.previousElementSibling;
  if (menu.contains(document.activeElement) && button instanceof HTMLElement) button.focus({ preventScroll: true });
}

/** What an open menu holds, the first entry focused. */
export function MenuItems({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} role="presentation">
      <span className="menu-title d d21 clip" aria-hidden="true">
        {title}
      </span>
      {children}
    </div>
  );
}

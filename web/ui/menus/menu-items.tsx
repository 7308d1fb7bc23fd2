import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react';

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

/** The index of the entry that a key leads to, from index `at`; -1 stands for the last one. Null if the key leads nowhere. */
function nextIndex(key: string, at: number, labels: readonly string[]): number | null {
  if (key === 'ArrowDown') return (at + 1) % labels.length;
  if (key === 'ArrowUp') return at < 1 ? -1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return -1;
  if (key.length !== 1 || key === ' ') return null;
  const following = [...labels.keys()].map((i) => (at + 1 + i) % labels.length);
  return following.find((i) => labels[i]?.toLowerCase().startsWith(key.toLowerCase())) ?? null;
}

/** Key handler of an open menu: arrows, Home, End and first letters move the focus, the Tab key closes it. */
export function handleMenuKey(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  if (event.key === 'Tab') return menu.hidePopover();
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item.matches(':focus'));
  const labels = items.map(({ textContent }) => textContent.trim());
  const next = nextIndex(event.key, at, labels);
  if (next === null) return;
  event.preventDefault();
  items.at(next)?.focus();
}

/** Click handler of a menu: closes it if an entry was chosen. */
export function closeAfterChoice({ target: pressed, currentTarget: menu }: MouseEvent<HTMLElement>): void {
  if (pressed instanceof Element && pressed.closest('[role=menuitem]')) menu.hidePopover();
}

/** Moves the focus from a closing menu to its button, also in browsers where a mouse press does not focus buttons. */
export function returnFocus(menu: HTMLElement): void {
  const button = menu.previousElementSibling;
  if (menu.contains(document.activeElement) && button instanceof HTMLElement) button.focus({ preventScroll: true });
}

/** The content of an open menu. Focuses the first entry. */
export function MenuItems({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} role="presentation">
      <span className="menu-title display display-21 truncate" aria-hidden="true">
        {title}
      </span>
      {children}
    </div>
  );
}

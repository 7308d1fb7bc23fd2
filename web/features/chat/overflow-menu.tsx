import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import './overflow-menu.css';

const GAP = 4;
const STEP: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Under its button, or above it where the window ends. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const fitsBelow = box.bottom + GAP + menu.offsetHeight <= window.innerHeight;
  menu.style.top = `${fitsBelow ? box.bottom + GAP : Math.max(GAP, box.top - GAP - menu.offsetHeight)}px`;
  menu.style.left = `${Math.max(GAP, box.right - menu.offsetWidth)}px`;
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')];

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEP[event.key];
  if (!step) return;
  event.preventDefault();
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item.matches(':focus'));
  items.at((at + step) % items.length)?.focus();
}

interface OverflowMenuProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Three dots and what they hold. A popover: Escape and a press elsewhere close it, and nothing cuts it off. */
export function OverflowMenu({ label, className, children }: OverflowMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const toggled = (event: ToggleEvent<HTMLElement>) => {
    const menu = event.currentTarget;
    setIsOpen(event.newState === 'open');
    if (event.newState !== 'open' || !button.current) return;
    place(menu, button.current);
    itemsOf(menu)[0]?.focus({ preventScroll: true });
  };
  return (
    <>
      <IconButton
        ref={button}
        name="ellipsis"
        label={label}
        {...(className ? { className } : {})}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
      />
      <div
        className="menu"
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={toggled}
        onKeyDown={moveFocus}
        onClick={(event) => event.currentTarget.hidePopover()}
      >
        {isOpen && children}
      </div>
    </>
  );
}

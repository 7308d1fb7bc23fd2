import { type ReactNode, useId, useState } from 'react';
import { createPart, usePart } from '../../session/part.ts';
import { IconButton } from '../../ui/button.tsx';
import './overflow-menu.css';

const items = createPart(() => import('./menu-items.tsx'));

interface OverflowMenuProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Three dots and what they hold. A popover: Escape and a press elsewhere close it, and nothing cuts it off. */
export function OverflowMenu({ label, className, children }: OverflowMenuProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const part = usePart(items, isOpen);
  return (
    <>
      <IconButton
        name="ellipsis"
        label={label}
        {...(className ? { className } : {})}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => items.ask(false)}
      />
      <div
        className="menu"
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={(event) => setIsOpen(event.newState === 'open')}
        onKeyDown={(event) => part?.moveFocus(event)}
        onClick={(event) => event.currentTarget.hidePopover()}
      >
        {isOpen && part && <part.MenuItems>{children}</part.MenuItems>}
      </div>
    </>
  );
}

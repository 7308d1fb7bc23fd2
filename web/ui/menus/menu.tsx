import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../icon.tsx';
import { createPart, usePart } from '../lazy-module.ts';
import './menu.css';

const items = createPart(() => import('./menu-items.tsx'));

interface MenuProps {
  /** What its button and the menu are called. */
  label: string;
  /** Whom or what it is about, above the entries where the menu is a sheet. */
  title: string;
  /** The look of its button. */
  className: string;
  /** For one of many menus of which the Tab key finds only one. */
  tabIndex?: number | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  /** Elements with the role menuitem, made by `MenuEntry` or links; nothing while they are on their way. */
  children: ReactNode;
}

/** Three dots and what they hold: a sheet on a phone, hung on its button elsewhere. A popover: Escape and a press beside it close it. */
export function Menu({ label, title, className, tabIndex, onOpenChange, children }: MenuProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const part = usePart(items, isOpen);
  const anchor = `--menu-${id}`;
  const toggled = (isNowOpen: boolean) => {
    setIsOpen(isNowOpen);
    onOpenChange?.(isNowOpen);
  };
  return (
    <>
      <button
        type="button"
        className={className}
        tabIndex={tabIndex}
        aria-label={label}
        title={label}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        style={{ anchorName: anchor }}
        onPointerEnter={() => items.ask(false)}
      >
        <Icon name="ellipsis" />
      </button>
      <div
        className="menu"
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        style={{ positionAnchor: anchor }}
        onBeforeToggle={(event) => event.newState === 'closed' && part?.giveFocusBack(event.currentTarget)}
        onToggle={(event) => toggled(event.newState === 'open')}
        onKeyDown={(event) => part?.walk(event)}
        onClick={(event) => part?.closeAfter(event)}
      >
        {isOpen && part && children && <part.MenuItems title={title}>{children}</part.MenuItems>}
      </div>
    </>
  );
}

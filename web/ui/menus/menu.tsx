import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../icon.tsx';
import { createLazyModule, useLazyModule } from '../lazy-module.ts';
import './menu.css';

const menuItems = createLazyModule(() => import('./menu-items.tsx'));

interface MenuProps {
  /** Name of the button and of the menu for screen readers. */
  label: string;
  /** Heading above the entries, shown where the menu is a sheet. */
  title: string;
  /** Class of the button. */
  className: string;
  /** For lists of menus in which the Tab key reaches only one. */
  tabIndex?: number | undefined;
  onOpenChange?: ((isOpen: boolean) => void) | undefined;
  /** Elements with the role `menuitem`: `MenuEntry` or links. Null while they are loaded. */
  children: ReactNode;
}

/** A button with three dots and its menu (docs/product.md, "Menus"). It is a popover, which Escape and a press outside close. */
export function Menu({ label, title, className, tabIndex, onOpenChange, children }: MenuProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const itemsModule = useLazyModule(menuItems, isOpen);
  const anchor = `--menu-${id}`;
  const onToggle = (isNowOpen: boolean) => {
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
        onPointerEnter={() => menuItems.preload()}
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
        onBeforeToggle={(event) => event.newState === 'closed' && itemsModule?.returnFocus(event.currentTarget)}
        onToggle={(event) => onToggle(event.newState === 'open')}
        onKeyDown={(event) => itemsModule?.handleMenuKey(event)}
        onClick={(event) => itemsModule?.closeAfterChoice(event)}
      >
        {isOpen && itemsModule && children && <itemsModule.MenuItems title={title}>{children}</itemsModule.MenuItems>}
      </div>
    </>
  );
}

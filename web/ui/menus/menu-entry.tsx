import { Icon, type IconName } from '../icon.tsx';

interface MenuEntryProps {
  icon: IconName;
  label: string;
  /** Called with the list item (`<li>`) around the menu, if there is one. */
  onChoose: (item: Element | null) => void;
}

/** An entry of a menu. */
export function MenuEntry({ icon, label, onChoose }: MenuEntryProps) {
  return (
    <button type="button" className="menu-item" role="menuitem" onClick={(event) => onChoose(event.currentTarget.closest('li'))}>
      <Icon name={icon} />
      {label}
    </button>
  );
}

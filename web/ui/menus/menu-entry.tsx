import { Icon, type IconName } from '../icon.tsx';

interface MenuEntryProps {
  icon: IconName;
  label: string;
  /** Is told the list item it was chosen in, where there is one. */
  onChoose: (item: Element | null) => void;
}

/** One thing to do in a menu. */
export function MenuEntry({ icon, label, onChoose }: MenuEntryProps) {
  return (
    <button type="button" className="menu-item" role="menuitem" onClick={(event) => onChoose(event.currentTarget.closest('li'))}>
      <Icon name={icon} />
      {label}
    </button>
  );
}

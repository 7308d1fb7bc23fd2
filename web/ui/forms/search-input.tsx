import { Icon } from '../icon.tsx';

interface SearchInputProps {
  label: string;
  value: string;
  /** Takes the focus: only where the member has asked for the field. */
  isFocused: boolean;
  onChange: (value: string) => void;
  onEscape?: () => void;
}

/** The sign and the field of a search, without its frame. */
export function SearchInput({ label, value, isFocused, onChange, onEscape }: SearchInputProps) {
  return (
    <>
      <Icon name="search" />
      <input
        className="input"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={label}
        value={value}
        // biome-ignore lint/a11y/noAutofocus: the member has asked for the field
        autoFocus={isFocused}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onEscape?.()}
      />
    </>
  );
}

import { useEffect, useRef } from 'react';
import { shortcutsOff } from './shortcut-setting.ts';

/** What takes letters as text. */
const TYPED_IN = 'input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable]';
/** Keys that go on while they are held. */
const REPEATING: ReadonlySet<string> = new Set(['j', 'k', 'ArrowDown', 'ArrowUp']);

const keyOf = ({ key }: KeyboardEvent): string => (key.length === 1 ? key.toLowerCase() : key);

/** Whether a press is meant as a shortcut: not while typing, not behind a dialog, and not if a modifier makes it one of the browser. */
function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  const key = keyOf(event);
  if (event.repeat && !REPEATING.has(key)) return false;
  if (key.length === 1 && shortcutsOff.isOn()) return false;
  const isTyping = event.target instanceof Element && event.target.closest(TYPED_IN) !== null;
  return !isTyping && document.querySelector('dialog:modal') === null;
}

/**
 * Runs a handler when its key is pressed anywhere on the page. A handler that returns false leaves the key to the browser. Single letters
 * do nothing while they are switched off.
 */
export function useShortcuts(handlers: Readonly<Record<string, () => unknown>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const run = isShortcut(event) ? latest.current[keyOf(event)] : undefined;
      if (run && run() !== false) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

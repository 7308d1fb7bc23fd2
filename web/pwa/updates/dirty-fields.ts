const FIELDS = 'input, textarea, select, [contenteditable]';
const touched = new Set<Element>();

const fieldOf = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest(FIELDS) : null);

function isFilled(field: Element): boolean {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) return true;
  const text = 'value' in field ? field.value : field.textContent;
  return text !== '' && text !== null;
}

/** Records the fields that are changed on the page, until the returned function is called. */
export function followTyping(): () => void {
  const note = ({ target }: Event) => {
    const field = fieldOf(target);
    if (field) touched.add(field);
  };
  document.addEventListener('input', note, { capture: true, passive: true });
  return () => document.removeEventListener('input', note, { capture: true });
}

/** Whether a changed or focused field on the page has a value. Once sent or left, it is empty or removed. */
export function isTyped(): boolean {
  for (const field of touched) if (!field.isConnected) touched.delete(field);
  const focused = fieldOf(document.activeElement);
  return [...touched, ...(focused ? [focused] : [])].some(isFilled);
}

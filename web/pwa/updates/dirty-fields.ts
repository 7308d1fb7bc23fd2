const FIELDS = 'input, textarea, select, [contenteditable]';
const changedFields = new Set<Element>();

const fieldOf = (target: EventTarget | null): Element | null => (target instanceof Element ? target.closest(FIELDS) : null);

function isFilled(field: Element): boolean {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) return true;
  const text = 'value' in field ? field.value : field.textContent;
  return text !== '' && text !== null;
}

/** Records the fields that are changed on the page, until the returned function is called. */
export function trackDirtyFields(): () => void {
  const note = ({ target }: Event) => {
    const field = fieldOf(target);
    if (field) changedFields.add(field);
  };
  document.addEventListener('input', note, { capture: true, passive: true });
  return () => document.removeEventListener('input', note, { capture: true });
}

/** Whether a changed or focused field on the page has a value. Once sent or left, it is empty or removed. */
export function hasDirtyFields(): boolean {
  for (const field of changedFields) if (!field.isConnected) changedFields.delete(field);
  const focused = fieldOf(document.activeElement);
  return [...changedFields, ...(focused ? [focused] : [])].some(isFilled);
}

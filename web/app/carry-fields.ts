type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input[name], textarea[name], select[name]';
const isChoice = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

const isText = (field: Field): field is HTMLInputElement | HTMLTextAreaElement => !(field instanceof HTMLSelectElement);

/** Past React, which otherwise takes a value that is set for one that it knows. */
function setValue(field: Field, value: string): void {
  const ownSetter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  ownSetter?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function heirOf(field: Field, place: ParentNode): Field | undefined {
  const named = [...place.querySelectorAll<Field>(FIELDS)].filter(({ name }) => name === field.name);
  return isChoice(field) ? named.find(({ value }) => value === field.value) : named[0];
}

function carry(field: Field, heir: Field, isFocused: boolean): void {
  if (isChoice(field) && isChoice(heir)) {
    if (field.checked !== field.defaultChecked && heir.checked !== field.checked) heir.click();
  } else if (field.value !== '' && heir.value === '') setValue(heir, field.value);
  if (!isFocused) return;
  heir.focus({ preventScroll: true });
  // An address does not tell where in it one is.
  if (isText(field) && isText(heir) && field.selectionStart !== null) heir.setSelectionRange(field.selectionStart, field.selectionEnd);
}

/** What was typed, chosen and focused in one place goes on in another that has fields of the same names. */
export function carryFields(from: ParentNode, to: ParentNode, focused: Element | null): void {
  for (const field of from.querySelectorAll<Field>(FIELDS)) {
    const heir = heirOf(field, to);
    if (heir) carry(field, heir, field === focused);
  }
}

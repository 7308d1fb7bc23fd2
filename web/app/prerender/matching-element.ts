/**
 * Identifies an element: a link by its address, a text field or list by its name, a checkbox, radio button or button also by its label and
 * value.
 */
function keyOf(element: Element): string {
  const name = element.getAttribute('name');
  if (element instanceof HTMLAnchorElement) return element.href;
  // The type of a password field changes when what was typed is shown.
  const isTextField = element instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(element.type);
  if (isTextField || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return `${name}`;
  const label = element.getAttribute('aria-label') ?? (element.closest('label') ?? element).textContent;
  return JSON.stringify([element.getAttribute('type'), name, element.getAttribute('value'), label.trim()]);
}

/**
 * The element of `to` that corresponds to `element` of `from`: same tag and key and, among several such elements, the same position; else
 * null.
 */
export function findCounterpart<E extends Element>(element: E, from: ParentNode, to: ParentNode): E | null {
  const key = keyOf(element);
  const matchesIn = (parent: ParentNode) =>
    [...parent.querySelectorAll<E>(element.localName)].filter((candidate) => keyOf(candidate) === key);
  return matchesIn(to)[matchesIn(from).indexOf(element)] ?? null;
}

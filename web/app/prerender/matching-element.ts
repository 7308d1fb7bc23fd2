/** A choice and a button are told apart by their words and values, a field by its name, a link by where it leads. */
function keyOf(element: Element): string {
  const name = element.getAttribute('name');
  if (element instanceof HTMLAnchorElement) return element.href;
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return `${name}`;
  const words = element.getAttribute('aria-label') ?? (element.closest('label') ?? element).textContent;
  const value = element instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(element.type) ? '' : element.getAttribute('value');
  return JSON.stringify([element.getAttribute('type'), name, value, words.trim()]);
}

/** The element in one place that stands for one of another: the same by its kind and its key, and of several such the same in order. */
export function counterpart<E extends Element>(element: E, from: ParentNode, to: ParentNode): E | null {
  const key = keyOf(element);
  const equalsIn = (place: ParentNode) => [...place.querySelectorAll<E>(element.localName)].filter((one) => keyOf(one) === key);
  return equalsIn(to)[equalsIn(from).indexOf(element)] ?? null;
}

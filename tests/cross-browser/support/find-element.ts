/** A description of an element; all given criteria must match. A string must equal the whole text, a pattern may match a part. */
export interface Target {
  /** The ARIA role; `name` is the accessible name. */
  readonly role?: string;
  readonly name?: string | RegExp;
  /** The label of a form field. */
  readonly label?: string;
  /** The text of the innermost element. */
  readonly text?: string | RegExp;
  /** Only elements within the first match of this. */
  readonly within?: Target;
}

/** A target in the form of JSON. */
interface Wanted {
  readonly role: string | null;
  readonly name: Words | null;
  readonly label: Words | null;
  readonly text: Words | null;
  readonly within: Wanted | null;
}
interface Words {
  readonly pattern: string;
  readonly flags: string;
}

const wordsOf = (words: string | RegExp | undefined): Words | null => {
  if (words === undefined) return null;
  if (words instanceof RegExp) return { pattern: words.source, flags: words.flags };
  return { pattern: `^${words.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`, flags: '' };
};

export const toWanted = ({ role, name, label, text, within }: Target): Wanted => ({
  role: role ?? null,
  name: wordsOf(name),
  label: wordsOf(label),
  text: wordsOf(text),
  within: within ? toWanted(within) : null,
});

export const describeTarget = (target: Target): string =>
  Object.entries(target)
    .map(([key, value]) => `${key} ${value instanceof RegExp || typeof value === 'string' ? value : describeTarget(value)}`)
    .join(', ');

/** The result of a search: number and texts of matches, and where to press the first one, or why it cannot be pressed. */
export interface Found {
  readonly count: number;
  readonly texts: readonly string[];
  readonly pressed: string | null;
  readonly pressPoint: { readonly x: number; readonly y: number } | null;
  readonly reason: string;
}

/** Runs in the page, without access to this module. With `isToPress` it also watches whether the next press hits the element. */
export async function findInPage(wanted: Wanted, isToPress: boolean): Promise<Found> {
  const ROLES: Readonly<Record<string, string>> = {
    button: 'button, [type=submit], [type=button], summary',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4, h5, h6',
    listitem: 'li',
    list: 'ul, ol',
    navigation: 'nav',
    article: 'article',
    dialog: 'dialog',
    main: 'main',
    status: 'output',
    textbox: 'input:not([type]), [type=text], [type=email], textarea',
    checkbox: '[type=checkbox]',
    radio: '[type=radio]',
  };
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const fits = (text: string, { pattern, flags }: Words) => new RegExp(pattern, flags).test(text);
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0 && !element.closest('.prerendered-shell');
  const isExposed = (element: Element) => isShown(element) && !element.closest('[aria-hidden=true], [inert]');
  const textIn = (node: Node): string => {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true' || !node.checkVisibility()) return '';
    if (node instanceof HTMLImageElement) return node.alt;
    const label = node.getAttribute('aria-label');
    if (label) return label;
    const gap = getComputedStyle(node).display === 'inline' ? '' : ' ';
    return `${gap}${[...node.childNodes].map(textIn).join('')}${gap}`;
  };
  const nameOfElement = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const named = ids.map((id) => tidy(document.getElementById(id)?.textContent)).join(' ');
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : [];
    const labelled = labels.map((label) => tidy(textIn(label))).join(' ');
    return named || tidy(element.getAttribute('aria-label')) || labelled || tidy(textIn(element)) || tidy(element.getAttribute('title'));
  };
  const all = ({ role, name, label, text, within }: Wanted): Element[] => {
    const root = within ? all(within)[0] : document.body;
    if (!root) return [];
    const implicit = role === null ? null : ROLES[role];
    const selector = role === null ? '*' : `[role=${role}]${implicit ? `, :is(${implicit}):not([role])` : ''}`;
    const found = [...root.querySelectorAll(label ? 'input, select, textarea, [contenteditable], [role=combobox]' : selector)].filter(
      (element) =>
        isExposed(element) &&
        (!name || fits(nameOfElement(element), name)) &&
        (!label || fits(nameOfElement(element).replace(/ ?\*$/, ''), label)),
    );
    if (!text) return found;
    const withText = found.filter((element) => fits(tidy(element.textContent), text));
    return withText.filter((element) => !withText.some((other) => other !== element && element.contains(other)));
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const elements = all(wanted);
  const [element] = elements;
  const result = {
    count: elements.length,
    texts: elements.map((one) => tidy(one.textContent)),
    pressed: element?.getAttribute('aria-pressed') ?? null,
  };
  const notPressable = (reason: string): Found => ({ ...result, pressPoint: null, reason });
  if (!element) return notPressable('it is not there');
  if (!isToPress) return notPressable('');
  if (element.matches(':disabled, [aria-disabled=true]')) return notPressable('it is disabled');
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await frame();
  await frame();
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y) return notPressable('it moves');
  // A link may wrap over two lines; then the middle of its bounding box is empty.
  const box = element.getClientRects()[0] ?? { x, y, width, height };
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const top = document.elementFromPoint(at.x, at.y);
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : [];
  const isOn = (node: unknown) =>
    node instanceof Element && [element, ...labels].some((one) => one.contains(node) || node.closest('label')?.contains(one));
  if (!isOn(top)) return notPressable(`${top?.outerHTML.slice(0, 120)} lies over it`);
  // If the layout moves before or during the press, the events hit another element and are stopped here.
  const outcome = Promise.withResolvers<boolean>();
  const listening = new AbortController();
  const checkHit = (event: Event) => {
    const isHit = isOn(event.target);
    if (!isHit) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    // If there is a click, it follows in the same task.
    if (event.type === 'mouseup') setTimeout(() => outcome.resolve(false));
    if (event.type !== 'click') return;
    listening.abort();
    outcome.resolve(isHit);
  };
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(type, checkHit, { capture: true, signal: listening.signal });
  Object.assign(window, { lastPress: outcome.promise });
  return { ...result, pressPoint: at, reason: '' };
}

/** Runs in the page: whether the last press has clicked the intended element. True on a new document, to which the press must have led. */
export function hasBeenPressed(): boolean | Promise<boolean> {
  const LOST_AFTER_MS = 5000;
  if (!('lastPress' in window)) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  setTimeout(resolve, LOST_AFTER_MS, false);
  return Promise.race([window.lastPress as Promise<boolean>, promise]);
}

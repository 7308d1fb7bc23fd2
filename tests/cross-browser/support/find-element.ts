/** Something on a page, as a member would name it: all that is given must hold. A text is the whole of what is meant, a pattern any part. */
export interface Target {
  /** A role, with `name` as its accessible name. */
  readonly role?: string;
  readonly name?: string | RegExp;
  /** A field by its label. */
  readonly label?: string;
  /** The innermost element with this text. */
  readonly text?: string | RegExp;
  /** Only within the first of these. */
  readonly within?: Target;
}

/** The same in what JSON can carry. */
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

export const wantedOf = ({ role, name, label, text, within }: Target): Wanted => ({
  role: role ?? null,
  name: wordsOf(name),
  label: wordsOf(label),
  text: wordsOf(text),
  within: within ? wantedOf(within) : null,
});

export const nameOf = (target: Target): string =>
  Object.entries(target)
    .map(([key, value]) => `${key} ${value instanceof RegExp || typeof value === 'string' ? value : nameOf(value)}`)
    .join(', ');

/** What is found: how many, the first one's text and where to press it, or why it cannot be pressed. */
export interface Found {
  readonly count: number;
  readonly texts: readonly string[];
  readonly pressed: string | null;
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly reason: string;
}

/** Runs in the page, with nothing of this module around it. */
export async function findInPage(wanted: Wanted, isToPress: boolean): Promise<Found> {
  const ROLES: Readonly<Record<string, string>> = {
    ...{ button: 'button, [type=submit], [type=button], summary', link: 'a[href]', heading: 'h1, h2, h3, h4, h5, h6' },
    ...{ listitem: 'li', list: 'ul, ol', navigation: 'nav', article: 'article', dialog: 'dialog', main: 'main', status: 'output' },
    ...{ textbox: 'input:not([type]), [type=text], [type=email], textarea', checkbox: '[type=checkbox]', radio: '[type=radio]' },
  };
  const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const fits = (text: string, { pattern, flags }: Words) => new RegExp(pattern, flags).test(text);
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0 && !element.closest('.look');
  const isTold = (element: Element) => isShown(element) && !element.closest('[aria-hidden=true], [inert]');
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
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const named = by.map((id) => tidy(document.getElementById(id)?.textContent)).join(' ');
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
        isTold(element) &&
        (!name || fits(nameOfElement(element), name)) &&
        (!label || fits(nameOfElement(element).replace(/ ?\*$/, ''), label)),
    );
    if (!text) return found;
    const holding = found.filter((element) => fits(tidy(element.textContent), text));
    return holding.filter((element) => !holding.some((other) => other !== element && element.contains(other)));
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const elements = all(wanted);
  const [element] = elements;
  const told = {
    count: elements.length,
    texts: elements.map((one) => tidy(one.textContent)),
    pressed: element?.getAttribute('aria-pressed') ?? null,
  };
  const no = (reason: string): Found => ({ ...told, at: null, reason });
  if (!element) return no('it is not there');
  if (!isToPress) return no('');
  if (element.matches(':disabled, [aria-disabled=true]')) return no('it is disabled');
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await frame();
  await frame();
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y) return no('it moves');
  // A link may go over two lines, with nothing of it in the middle.
  const box = element.getClientRects()[0] ?? { x, y, width, height };
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const top = document.elementFromPoint(at.x, at.y);
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : [];
  const isOn = (node: unknown) =>
    node instanceof Element && [element, ...labels].some((one) => one.contains(node) || node.closest('label')?.contains(one));
  if (!isOn(top)) return no(`${top?.outerHTML.slice(0, 120)} lies over it`);
  // A page that moves between this look and the press, or during it, has it fall on something else, which must not hear of it.
  const outcome = Promise.withResolvers<boolean>();
  const ends = new AbortController();
  const judge = (event: Event) => {
    const isHit = isOn(event.target);
    if (!isHit) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    // A click follows in the same task, or not at all.
    if (event.type === 'mouseup') setTimeout(() => outcome.resolve(false));
    if (event.type !== 'click') return;
    ends.abort();
    outcome.resolve(isHit);
  };
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(type, judge, { capture: true, signal: ends.signal });
  Object.assign(window, { lastPress: outcome.promise });
  return { ...told, at, reason: '' };
}

/** Runs in the page: whether the last press has come to what it was meant for, as a click; a page that has gone since has had it. */
export function hasBeenPressed(): boolean | Promise<boolean> {
  const LOST_AFTER_MS = 5000;
  if (!('lastPress' in window)) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  setTimeout(resolve, LOST_AFTER_MS, false);
  return Promise.race([window.lastPress as Promise<boolean>, promise]);
}

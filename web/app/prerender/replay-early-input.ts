import { counterpart } from './matching-element.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input:not([type=file]), textarea, select';
/** Parts of a page that come after its screen, as the foot does, are waited for this long. */
const PATIENCE_MS = 5000;

const isChoice = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

const isList = (field: Field): field is HTMLSelectElement => field instanceof HTMLSelectElement;

/** Past React, which otherwise takes a value that is set for one that it knows. */
function setValue(field: Field, value: string): void {
  const ownSetter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  ownSetter?.call(field, value);
  field.dispatchEvent(new Event(isList(field) ? 'change' : 'input', { bubbles: true }));
}

function isChanged(field: Field): boolean {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (!isList(field)) return field.value !== field.defaultValue;
  const options = [...field.options];
  return (
    field.selectedIndex !==
    Math.max(
      0,
      options.findIndex(({ defaultSelected }) => defaultSelected),
    )
  );
}

function carry(field: Field, heir: Field): void {
  if (isChoice(field) && isChoice(heir)) {
    if (heir.checked !== field.checked) heir.click();
  } else if (isList(field) ? heir.value !== field.value : heir.value === '') setValue(heir, field.value);
}

function carryFocus(focused: Element, heir: HTMLElement): void {
  heir.focus({ preventScroll: true });
  const isText = (element: Element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  // An address does not tell where in it one is.
  if (isText(focused) && isText(heir) && focused.selectionStart !== null)
    heir.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

interface Shell {
  /** The shell, which the page does not show any longer, and the app in its place. */
  readonly from: HTMLElement;
  readonly to: HTMLElement;
  /** What had the focus in the shell. */
  readonly focused: Element | null;
  /** What was pressed in the shell and waits, in order. */
  readonly pressed: readonly HTMLElement[];
}

/** The counterpart of an element as soon as it is there; null where it does not come, or another address has come meanwhile. */
function counterpartIn<E extends Element>({ from, to }: Pick<Shell, 'from' | 'to'>, element: E): Promise<E | null> {
  const { pathname } = location;
  return new Promise((resolve) => {
    const changes = new MutationObserver(() => look());
    const end = (found: E | null) => {
      changes.disconnect();
      clearTimeout(timer);
      resolve(found);
    };
    const look = () => {
      const isHere = location.pathname === pathname;
      const found = isHere ? counterpart(element, from, to) : null;
      if (found || !isHere) end(found);
    };
    const timer = setTimeout(() => end(null), PATIENCE_MS);
    changes.observe(to, { childList: true, subtree: true });
    look();
  });
}

/** What a press in the shell has led to is drawn before the next one counts, as between two presses of a member. */
const untilDrawn = () => new Promise((resolve) => setTimeout(resolve));

async function replay(shell: Shell): Promise<void> {
  const { pathname } = location;
  for (const one of shell.pressed) {
    await untilDrawn();
    const heir = await counterpartIn(shell, one);
    if (location.pathname !== pathname) return;
    heir?.focus({ preventScroll: true });
    heir?.click();
    if (!heir && one instanceof HTMLAnchorElement) location.assign(one.href);
  }
}

/**
 * What was typed, chosen and focused in the shell goes on in the app, at once where it can: the next key may be on its way. What was pressed
 * there is pressed in the app. What has no counterpart is dropped.
 */
export async function carryOver(shell: Shell): Promise<void> {
  const { from, to, focused } = shell;
  for (const field of from.querySelectorAll<Field>(FIELDS)) {
    if (!isChanged(field)) continue;
    const heir = counterpart(field, from, to);
    if (heir) carry(field, heir);
    else void counterpartIn(shell, field).then((late) => late && carry(field, late));
  }
  const heir = focused instanceof HTMLElement ? counterpart(focused, from, to) : null;
  if (focused && heir) carryFocus(focused, heir);
  await replay(shell);
}

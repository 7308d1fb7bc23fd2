import { findCounterpart } from './matching-element.ts';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input:not([type=file]), textarea, select';
/** How long to wait for parts of the page that load after its screen, such as the footer, in milliseconds. */
const COUNTERPART_TIMEOUT_MS = 5000;

const isChoice = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

const isList = (field: Field): field is HTMLSelectElement => field instanceof HTMLSelectElement;

/** Sets the value by the element's native setter, so that React notices the change: its own setter would record the value as known. */
function setValue(field: Field, value: string): void {
  const nativeSetter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  nativeSetter?.call(field, value);
  field.dispatchEvent(new Event(isList(field) ? 'change' : 'input', { bubbles: true }));
}

function isChanged(field: Field): boolean {
  if (isChoice(field)) return field.checked !== field.defaultChecked;
  if (!isList(field)) return field.value !== field.defaultValue;
  const defaultIndex = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex !== Math.max(0, defaultIndex);
}

function carryField(field: Field, target: Field): void {
  if (isChoice(field) && isChoice(target)) {
    if (target.checked !== field.checked) target.click();
  } else if (isList(field) ? target.value !== field.value : target.value === '') setValue(target, field.value);
}

function carryFocus(focused: Element, target: HTMLElement): void {
  target.focus({ preventScroll: true });
  const isText = (element: Element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  // Fields of type email have no cursor position (selectionStart is null).
  if (isText(focused) && isText(target) && focused.selectionStart !== null)
    target.setSelectionRange(focused.selectionStart, focused.selectionEnd);
}

interface ShellReplacement {
  /** The shell, no longer in the document. */
  readonly from: HTMLElement;
  /** The app that has replaced it. */
  readonly to: HTMLElement;
  /** The element of the shell that had the focus. */
  readonly focused: Element | null;
  /** Elements of the shell that were pressed and wait, in order. */
  readonly pressed: readonly HTMLElement[];
}

/** Waits for the counterpart of an element of the shell. Resolves to null after 5 seconds or when the address changes. */
function awaitCounterpart<E extends Element>({ from, to }: Pick<ShellReplacement, 'from' | 'to'>, element: E): Promise<E | null> {
  const { pathname } = location;
  return new Promise((resolve) => {
    const changes = new MutationObserver(() => check());
    const finish = (found: E | null) => {
      changes.disconnect();
      clearTimeout(timer);
      resolve(found);
    };
    const check = () => {
      const isHere = location.pathname === pathname;
      const found = isHere ? findCounterpart(element, from, to) : null;
      if (found || !isHere) finish(found);
    };
    const timer = setTimeout(() => finish(null), COUNTERPART_TIMEOUT_MS);
    changes.observe(to, { childList: true, subtree: true });
    check();
  });
}

/** Lets the app render the effect of a press before the next one, as between two real presses. */
const untilDrawn = () => new Promise((resolve) => setTimeout(resolve));

/** Repeats the presses in the app, in order. Stops when the address changes. Links without a counterpart are followed. */
async function replay(shell: ShellReplacement): Promise<void> {
  const { pathname } = location;
  for (const element of shell.pressed) {
    await untilDrawn();
    const target = await awaitCounterpart(shell, element);
    if (location.pathname !== pathname) return;
    target?.focus({ preventScroll: true });
    // A switch is only pressed if it does not have the state that its counterpart was left in.
    if (element.ariaPressed === null || element.ariaPressed !== target?.ariaPressed) target?.click();
    if (!target && element instanceof HTMLAnchorElement) location.assign(element.href);
  }
}

/**
 * Carries typed text, choices and focus from the shell over to the app, at once where the counterpart exists, as the next key may follow;
 * then repeats the presses. Input without a counterpart is dropped.
 */
export async function carryOver(shell: ShellReplacement): Promise<void> {
  const { from, to, focused } = shell;
  for (const field of from.querySelectorAll<Field>(FIELDS)) {
    if (!isChanged(field)) continue;
    const target = findCounterpart(field, from, to);
    if (target) carryField(field, target);
    else void awaitCounterpart(shell, field).then((late) => late && carryField(field, late));
  }
  const target = focused instanceof HTMLElement ? findCounterpart(focused, from, to) : null;
  if (focused && target) carryFocus(focused, target);
  await replay(shell);
}

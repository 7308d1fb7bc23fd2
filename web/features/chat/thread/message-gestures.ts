import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';

/** A touch of this length is a long press, unless the finger moves further than STILL_PX. */
const HOLD_MS = 450;
const STILL_PX = 10;

const within = (target: EventTarget, selector: string) => (target instanceof Element ? target.closest<HTMLElement>(selector) : null);

/** The menu beside the message bubble that contains the target. */
const menuOf = (target: EventTarget) => within(target, '.msg')?.parentElement?.querySelector<HTMLElement>('[popover]') ?? null;

/** Arrow up and down move the focus between the menu buttons of the messages. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const button = within(event.target, '.said > [aria-haspopup]');
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!button || step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.said > [aria-haspopup]')];
  buttons[buttons.indexOf(button) + step]?.focus();
}

/** A long press on a message bubble, and its context menu event, which some browsers send during the press. */
class Holding {
  #menu: HTMLElement | null = null;
  #isDown = false;
  /** Whether the menu opens when the finger is lifted. */
  #isDue = false;
  /** Where the press began, in CSS pixels of the viewport. */
  #from = { x: 0, y: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly onPointerDown = ({ target, pointerType, clientX, clientY }: PointerEvent): void => {
    this.#drop();
    this.#isDown = true;
    this.#from = { x: clientX, y: clientY };
    this.#menu = menuOf(target);
    if (this.#menu && pointerType === 'touch') this.#timer = setTimeout(this.#become, HOLD_MS);
  };

  readonly onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    if (this.#menu && Math.hypot(clientX - this.#from.x, clientY - this.#from.y) > STILL_PX) this.#drop();
  };

  /** Opens the menu only now: a popover opened while the finger is down is closed by its release. */
  readonly onPointerUp = (): void => {
    const menuToOpen = this.#isDue ? this.#menu : null;
    this.#isDown = false;
    this.#drop();
    if (menuToOpen) setTimeout(() => menuToOpen.showPopover());
  };

  readonly onPointerCancel = (): void => {
    this.#isDown = false;
    this.#drop();
  };

  /** Opens the menu in place of the browser's own, which stays for selected text. */
  readonly onContextMenu = (event: MouseEvent): void => {
    const menu = menuOf(event.target);
    if (!menu || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    this.#menu = menu;
    if (this.#isDown) this.#isDue = true;
    else menu.showPopover();
  };

  readonly #become = (): void => {
    this.#isDue = true;
    navigator.vibrate?.(10);
  };

  #drop(): void {
    clearTimeout(this.#timer);
    this.#isDue = false;
    this.#menu = null;
  }
}

const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu } = new Holding();

/** Event handlers for the list of messages: a long press or a right click on a bubble opens its menu, arrow keys move between the menus. */
export const messageGestures = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu, onKeyDown: walk };

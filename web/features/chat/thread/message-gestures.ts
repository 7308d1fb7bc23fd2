import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';

/** A touch of this length is a long press, unless the finger moves further than MAX_MOVE_PX. */
const LONG_PRESS_MS = 450;
const MAX_MOVE_PX = 10;

const closestElement = (target: EventTarget, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/** The menu beside the message bubble that contains the target. */
const menuOf = (target: EventTarget) => closestElement(target, '.message')?.parentElement?.querySelector<HTMLElement>('[popover]') ?? null;

/** Arrow up and down move the focus between the menu buttons of the messages. */
function moveBetweenMenus(event: KeyboardEvent<HTMLElement>): void {
  const button = closestElement(event.target, '.message-with-menu > [aria-haspopup]');
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!button || step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.message-with-menu > [aria-haspopup]')];
  buttons[buttons.indexOf(button) + step]?.focus();
}

/** A long press on a message bubble, and its context menu event, which some browsers send during the press. */
class LongPress {
  #menu: HTMLElement | null = null;
  #isDown = false;
  /** Whether the menu opens when the finger is lifted. */
  #isRecognized = false;
  /** Where the press began, in CSS pixels of the viewport. */
  #start = { x: 0, y: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly onPointerDown = ({ target, pointerType, clientX, clientY }: PointerEvent): void => {
    this.#cancel();
    this.#isDown = true;
    this.#start = { x: clientX, y: clientY };
    this.#menu = menuOf(target);
    if (this.#menu && pointerType === 'touch') this.#timer = setTimeout(this.#recognize, LONG_PRESS_MS);
  };

  readonly onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    if (this.#menu && Math.hypot(clientX - this.#start.x, clientY - this.#start.y) > MAX_MOVE_PX) this.#cancel();
  };

  /** Opens the menu only now: a popover opened while the finger is down is closed by its release. */
  readonly onPointerUp = (): void => {
    const menuToOpen = this.#isRecognized ? this.#menu : null;
    this.#isDown = false;
    this.#cancel();
    if (menuToOpen) setTimeout(() => menuToOpen.showPopover());
  };

  readonly onPointerCancel = (): void => {
    this.#isDown = false;
    this.#cancel();
  };

  /** Opens the menu in place of the browser's own, which stays for selected text. */
  readonly onContextMenu = (event: MouseEvent): void => {
    const menu = menuOf(event.target);
    if (!menu || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    this.#menu = menu;
    if (this.#isDown) this.#isRecognized = true;
    else menu.showPopover();
  };

  readonly #recognize = (): void => {
    this.#isRecognized = true;
    navigator.vibrate?.(10);
  };

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#isRecognized = false;
    this.#menu = null;
  }
}

const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu } = new LongPress();

/** Event handlers for the list of messages: a long press or a right click on a bubble opens its menu, arrow keys move between the menus. */
export const messageGestures = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu, onKeyDown: moveBetweenMenus };

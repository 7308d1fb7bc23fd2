import type { MouseEvent, PointerEvent } from 'react';

/** A touch of this length is a long press, unless the finger moves further than MAX_MOVE_PX. */
const LONG_PRESS_MS = 450;
const MAX_MOVE_PX = 10;

/**
 * A long press or a right click that opens a menu: event handlers for a list or an element. `menuOf` gives the popover that belongs to what was
 * pressed, null if nothing does. Some browsers send a context menu event during the press, and a click after it, which then does nothing.
 */
export class LongPress {
  readonly #menuOf: (target: EventTarget) => HTMLElement | null;
  #menu: HTMLElement | null = null;
  #isDown = false;
  /** Whether the click that follows a long press is to be ignored. */
  #ignoresClick = false;
  /** Whether the menu opens when the finger is lifted. */
  #isRecognized = false;
  /** Where the press began, in CSS pixels of the viewport. */
  #start = { x: 0, y: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(menuOf: (target: EventTarget) => HTMLElement | null) {
    this.#menuOf = menuOf;
  }

  readonly onPointerDown = ({ target, pointerType, clientX, clientY }: PointerEvent): void => {
    this.#cancel();
    this.#ignoresClick = false;
    this.#isDown = true;
    this.#start = { x: clientX, y: clientY };
    this.#menu = this.#menuOf(target);
    if (this.#menu && pointerType === 'touch') this.#timer = setTimeout(this.#recognize, LONG_PRESS_MS);
  };

  readonly onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    if (this.#menu && Math.hypot(clientX - this.#start.x, clientY - this.#start.y) > MAX_MOVE_PX) this.#cancel();
  };

  /** Opens the menu only now: a popover opened while the finger is down is closed by its release. */
  readonly onPointerUp = (): void => {
    const menuToOpen = this.#isRecognized ? this.#menu : null;
    this.#ignoresClick = menuToOpen !== null;
    this.#isDown = false;
    this.#cancel();
    if (menuToOpen) setTimeout(() => menuToOpen.showPopover());
  };

  readonly onPointerCancel = (): void => {
    this.#isDown = false;
    this.#cancel();
  };

  readonly onClickCapture = (event: MouseEvent): void => {
    if (!this.#ignoresClick) return;
    this.#ignoresClick = false;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Opens the menu in place of the browser's own, which stays for selected text. */
  readonly onContextMenu = (event: MouseEvent): void => {
    const menu = this.#menuOf(event.target);
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

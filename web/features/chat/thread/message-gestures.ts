import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';

const HOLD_MS = 450;
const STILL_PX = 10;

const within = (target: EventTarget, selector: string) => (target instanceof Element ? target.closest<HTMLElement>(selector) : null);

/** The menu beside the bubble that is pressed. */
const menuOf = (target: EventTarget) => within(target, '.msg')?.parentElement?.querySelector<HTMLElement>('[popover]') ?? null;

/** Up and down from the menu of one message to that of its neighbour. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const button = within(event.target, '.said > [aria-haspopup]');
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!button || step === undefined) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('.said > [aria-haspopup]')];
  buttons[buttons.indexOf(button) + step]?.focus();
}

class Holding {
  #menu: HTMLElement | null = null;
  #isDown = false;
  #isDue = false;
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

  /** A popover that opens while the finger is down would be closed by its release. */
  readonly onPointerUp = (): void => {
    const menu = this.#isDue ? this.#menu : null;
    this.#isDown = false;
    this.#drop();
    if (menu) setTimeout(() => menu.showPopover());
  };

  readonly onPointerCancel = (): void => {
    this.#isDown = false;
    this.#drop();
  };

  /** Whoever has marked words wants the browser's own menu. */
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

/** A long press and a right click on a bubble open its menu; arrows lead from menu to menu. */
export const messageGestures = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu, onKeyDown: walk };

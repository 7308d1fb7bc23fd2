import type { KeyboardEvent } from 'react';
import { LongPress } from '../../../ui/menus/long-press.ts';

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

const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu } = new LongPress(menuOf);

/** Event handlers for the list of messages: a long press or a right click on a bubble opens its menu, arrow keys move between the menus. */
export const messageGestures = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu, onKeyDown: moveBetweenMenus };

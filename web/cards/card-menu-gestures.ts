import { LongPress } from '../ui/menus/long-press.ts';

/** The menu of the card that holds what was pressed; null for a visitor, whose cards have none. */
const menuOf = (target: EventTarget) =>
  target instanceof Element ? (target.closest('article')?.querySelector<HTMLElement>('.card-menu-button + [popover]') ?? null) : null;

const { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu, onClickCapture } = new LongPress(menuOf);

/**
 * Event handlers of a card: a long press or a right click opens its menu, in place of the browser's menu for the link. Keyboards reach the
 * button of the menu, which shows while it has the focus.
 */
export const cardMenuGestures = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onContextMenu, onClickCapture };

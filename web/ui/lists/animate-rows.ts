import { type RefObject, useCallback } from 'react';
import { untilPageIdle } from '../../platform/page-idle.ts';
import { mayMove } from '../motion.ts';

type StopAnimation = () => void;

/** Milliseconds for which rows are animated after a menu in the list was opened: long enough to use the menu and its dialog. */
const ANIMATED_MS = 30_000;

/**
 * Ref callback for a list: animates rows that are added, removed or moved, from when the page is idle. Does nothing for a member who wants
 * less motion. The returned function ends it.
 */
export function animateRows(list: HTMLElement | null): StopAnimation | undefined {
  if (!list || !mayMove()) return undefined;
  let isOver = false;
  let stop: StopAnimation | undefined;
  const start = async () => {
    await untilPageIdle();
    const { watchRows } = await import('./watch-rows.ts');
    if (!isOver) stop = watchRows(list);
  };
  // Without the module the list changes without animation.
  start().catch((error: unknown) => console.warn(error));
  return () => {
    isOver = true;
    stop?.();
  };
}

/** `animateRows` for a list that also has an object ref. */
export function useAnimatedRows<T extends HTMLElement>(list: RefObject<T | null>): (element: T | null) => StopAnimation {
  return useCallback(
    (element: T | null) => {
      list.current = element;
      const end = animateRows(element);
      return () => {
        list.current = null;
        end?.();
      };
    },
    [list],
  );
}

/**
 * Ref callback for a list whose rows are removed only by the menu of a row, and which is also filled anew by filters: rows are animated for
 * `ANIMATED_MS` after a menu in the list was opened.
 */
export function animateRowsByMenu(list: HTMLElement | null): StopAnimation | undefined {
  if (!list) return undefined;
  let end: StopAnimation | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    end?.();
    end = undefined;
  };
  const onToggle = (event: Event) => {
    if (!(event instanceof ToggleEvent) || event.newState !== 'open') return;
    clearTimeout(timer);
    end ??= animateRows(list);
    timer = setTimeout(stop, ANIMATED_MS);
  };
  // `toggle` does not bubble, so it is captured.
  list.addEventListener('toggle', onToggle, { capture: true });
  return () => {
    list.removeEventListener('toggle', onToggle, { capture: true });
    stop();
  };
}

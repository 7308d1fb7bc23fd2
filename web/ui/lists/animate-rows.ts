import { type RefObject, useCallback } from 'react';
import { untilPageIdle } from '../../platform/page-idle.ts';
import { MOTION, mayMove } from '../motion.ts';

type StopAnimation = () => void;

/**
 * For so many milliseconds after its list was left an animation is kept. The library begins to measure a row at a random time within two seconds
 * after the row came, also if the animation was destroyed before; it would then measure the row, and hold its whole screen, for ever.
 */
const KEPT_MS = 2_100;

/** The animations of lists that were left, which are to be destroyed. */
const left = new WeakMap<HTMLElement, { readonly destroy: StopAnimation; readonly timer: ReturnType<typeof setTimeout> }>();

/** Takes up the animation of a list that was left a moment ago; undefined if there is none. */
function takeLeft(list: HTMLElement): StopAnimation | undefined {
  const animation = left.get(list);
  clearTimeout(animation?.timer);
  left.delete(list);
  return animation?.destroy;
}

function destroyLater(list: HTMLElement, destroy: StopAnimation): void {
  const end = () => {
    left.delete(list);
    destroy();
  };
  left.set(list, { destroy, timer: setTimeout(end, KEPT_MS) });
}

/** Longer lists are not animated: the library measures each row every two seconds, which takes 3 % of a desktop's core for 50 rows. */
const MOST_ROWS = 50;
/** Milliseconds for which rows are animated after a menu in the list was opened: long enough to use the menu and its dialog. */
const ANIMATED_MS = 30_000;

/**
 * Ref callback for a list: animates rows that are added, removed or moved, from when the page is idle. Does nothing for a member who wants
 * less motion and for more than `MOST_ROWS` rows. The returned function ends it.
 */
export function animateRows(list: HTMLElement | null): StopAnimation | undefined {
  if (!list || !mayMove()) return undefined;
  let isOver = false;
  let destroy: StopAnimation | undefined;
  const start = async () => {
    await untilPageIdle();
    const { autoAnimate } = await import('@formkit/auto-animate');
    if (!isOver && list.childElementCount <= MOST_ROWS) destroy = takeLeft(list) ?? autoAnimate(list, MOTION).destroy;
  };
  // Without the library the list changes without animation.
  start().catch((error: unknown) => console.warn(error));
  return () => {
    isOver = true;
    if (destroy) destroyLater(list, destroy);
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
 * Ref callback for a long list whose rows are removed only by the menu of a row: rows are animated for `ANIMATED_MS` after a menu in the
 * list was opened.
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

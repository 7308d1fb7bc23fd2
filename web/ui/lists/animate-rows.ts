import { type RefObject, useCallback } from 'react';
import { pageAtRest } from '../../platform/page-idle.ts';

type End = () => void;

/** As long as the fast transitions of tokens.css. */
const MOTION = { duration: 160, easing: 'ease-out' } as const;
/** The library measures each row every two seconds: 50 rows take 3 % of a desktop's core, and a longer list changes at once instead. */
const MOST_ROWS = 50;
const LESS_MOTION = matchMediaOf('(prefers-reduced-motion: reduce)');
/** How long the rows of a list are watched after a menu in it has opened: time enough to answer the menu's question. */
const WATCHED_MS = 30_000;

/** Null while pages are prerendered: Node.js has no `matchMedia`. */
function matchMediaOf(query: string): MediaQueryList | null {
  return typeof matchMedia === 'function' ? matchMedia(query) : null;
}

/**
 * Ref callback for a list: from when the page is at rest, rows that come, go or change places in it are seen to move. Never for a member who
 * wants less motion, nor in a list of more than `MOST_ROWS` rows. The function it returns ends that.
 */
export function animateRows(list: HTMLElement | null): End | undefined {
  if (!list || LESS_MOTION?.matches !== false) return undefined;
  let isOver = false;
  let end: End | undefined;
  const start = async () => {
    await pageAtRest();
    const { autoAnimate } = await import('@formkit/auto-animate');
    if (!isOver && list.childElementCount <= MOST_ROWS) end = autoAnimate(list, MOTION).destroy;
  };
  // Without the library the list changes at once, which is no failure to tell of.
  start().catch((error: unknown) => console.warn(error));
  return () => {
    isOver = true;
    end?.();
  };
}

/** `animateRows` for a list that an object ref names, too. */
export function useAnimatedRows<T extends HTMLElement>(list: RefObject<T | null>): (element: T | null) => End {
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
 * Ref callback for a list that grows long and from which a row goes only by its own menu: its rows are animated for `WATCHED_MS` after a menu in
 * it has opened.
 */
export function animateRowsByMenu(list: HTMLElement | null): End | undefined {
  if (!list) return undefined;
  let end: End | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    end?.();
    end = undefined;
  };
  const follow = (event: Event) => {
    if (!(event instanceof ToggleEvent) || event.newState !== 'open') return;
    clearTimeout(timer);
    end ??= animateRows(list);
    timer = setTimeout(stop, WATCHED_MS);
  };
  // The event does not bubble.
  list.addEventListener('toggle', follow, { capture: true });
  return () => {
    list.removeEventListener('toggle', follow, { capture: true });
    stop();
  };
}

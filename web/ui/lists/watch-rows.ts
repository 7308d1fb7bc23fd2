import { MOTION, mayMove } from '../motion.ts';

/** Where a row lies in its list, in pixels and whatever moves it at the moment. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Places = ReadonlyMap<HTMLElement, Place>;

/** How a row looks before it comes and after it went. */
const ABSENT: Keyframe = { opacity: 0, transform: 'scale(0.98)' };

/** Makes a list what the positions of its rows count from, so that a row out of the flow scrolls with it and is clipped where it is. */
function positionList(list: HTMLElement): void {
  if (getComputedStyle(list).position === 'static') list.style.position = 'relative';
}

const placeOf = (row: HTMLElement): Place => ({
  left: row.offsetLeft,
  top: row.offsetTop,
  width: row.offsetWidth,
  height: row.offsetHeight,
});

/**
 * Shows a removed row where it was, out of the flow and out of reach, until it has faded out. It is the last child, so that the other rows
 * keep their indexes.
 */
function fadeOut(list: HTMLElement, row: HTMLElement, place: Place): void {
  row.inert = true;
  Object.assign(row.style, {
    position: 'absolute',
    boxSizing: 'border-box',
    margin: '0',
    left: `${place.left}px`,
    top: `${place.top}px`,
    width: `${place.width}px`,
    height: `${place.height}px`,
  });
  list.append(row);
  const remove = () => row.remove();
  row.animate([{}, ABSENT], MOTION).finished.then(remove, remove);
}

/** Lets a row slide from its former place. A slide that is under way goes on: both add up. */
function slideFrom(row: HTMLElement, from: Place, to: Place): void {
  const transform = [`translate(${from.left - to.left}px, ${from.top - to.top}px)`, 'none'];
  row.animate({ transform }, { ...MOTION, composite: 'add' });
}

/**
 * Animates each change of a list's rows: it compares where they lie after the change with where they lay after the one before. Only rows in
 * the window are animated. The returned function ends it.
 */
export function watchRows(list: HTMLElement): () => void {
  positionList(list);
  const removed = new WeakSet<Element>();
  /** Null while the list is not rendered, also within closed `<details>`, where animations wait. */
  const measure = (): Places | null => {
    if (!list.checkVisibility()) return null;
    const rows = [...list.children].filter((row): row is HTMLElement => row instanceof HTMLElement && !removed.has(row));
    return new Map(rows.map((row) => [row, placeOf(row)]));
  };
  let places = measure();
  const onResize = () => {
    places = measure();
  };
  const onChange = () => {
    const before = places;
    const after = measure();
    places = after;
    if (!before || !after || !mayMove() || document.hidden) return;
    const { left, top } = list.getBoundingClientRect();
    const isInWindow = (place: Place) => {
      const [x, y] = [left - list.scrollLeft + place.left, top - list.scrollTop + place.top];
      return x < innerWidth && x + place.width > 0 && y < innerHeight && y + place.height > 0;
    };
    for (const [row, to] of after) {
      const from = before.get(row);
      if (!from && isInWindow(to)) row.animate([ABSENT, {}], MOTION);
      if (from && (from.left !== to.left || from.top !== to.top) && (isInWindow(from) || isInWindow(to))) slideFrom(row, from, to);
    }
    for (const [row, from] of before) {
      if (after.has(row) || !isInWindow(from)) continue;
      removed.add(row);
      fadeOut(list, row, from);
    }
  };
  const changes = new MutationObserver(onChange);
  changes.observe(list, { childList: true });
  const sizes = new ResizeObserver(onResize);
  sizes.observe(list);
  return () => {
    changes.disconnect();
    sizes.disconnect();
  };
}

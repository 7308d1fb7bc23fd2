import {
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

/** A photo that is held this long, in ms, and not moved further than this, in pixels, is picked up. */
const HOLD_MS = 350;
const HOLD_PX = 10;

type Move = (id: string, place: number) => void;

/** The places that a key moves a photo by, together with Shift. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The photo that is dragged, and the place that it is dragged over; -1 for none. */
function useDrag(onMove: Move) {
  const [id, setId] = useState<string | null>(null);
  const [over, setOver] = useState(-1);
  const stop = () => {
    setId(null);
    setOver(-1);
  };
  const drop = (place: number) => {
    if (id && place >= 0) onMove(id, place);
    stop();
  };
  return { id, over, start: setId, setOver, stop, drop };
}
type Drag = ReturnType<typeof useDrag>;

/** The index of the photo at this point of the screen; -1 if there is none. */
function placeAt(list: HTMLElement | null, { clientX, clientY }: PointerEvent): number {
  const tile = document.elementFromPoint(clientX, clientY)?.closest('[data-photo]');
  return tile && list ? [...list.querySelectorAll('[data-photo]')].indexOf(tile) : -1;
}

/** Keeps the page from scrolling under a finger that drags. React's own listeners may not prevent that. */
function useStillPage(list: RefObject<HTMLElement | null>, isDragging: boolean): void {
  const keepStill = useEffectEvent((event: TouchEvent) => isDragging && event.cancelable && event.preventDefault());
  useEffect(() => {
    const element = list.current;
    const onTouchMove = (event: TouchEvent) => keepStill(event);
    element?.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => element?.removeEventListener('touchmove', onTouchMove);
  }, [list]);
}

/** Dragging by touch or pen, which begins when a photo has been held for a moment. */
function useHoldToDrag(list: RefObject<HTMLElement | null>, drag: Drag) {
  const held = useRef<{ x: number; y: number; timer: number } | null>(null);
  const isDragging = drag.id !== null;
  useStillPage(list, isDragging);
  const letGo = () => {
    clearTimeout(held.current?.timer);
    held.current = null;
  };
  const hold = (id: string, { pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
    letGo();
    if (pointerType !== 'mouse' && isPrimary) held.current = { x, y, timer: window.setTimeout(() => drag.start(id), HOLD_MS) };
  };
  const listProps = {
    onPointerMove: (event: PointerEvent) => {
      if (!held.current) return;
      const isFar = Math.hypot(event.clientX - held.current.x, event.clientY - held.current.y) > HOLD_PX;
      if (isDragging) drag.setOver(placeAt(list.current, event));
      else if (isFar) letGo();
    },
    onPointerUp: (event: PointerEvent) => {
      if (held.current && isDragging) drag.drop(placeAt(list.current, event));
      letGo();
    },
    onPointerCancel: () => {
      if (held.current) drag.stop();
      letGo();
    },
    // A long press also asks for the menu of the picture.
    onContextMenu: (event: SyntheticEvent) => held.current && event.preventDefault(),
  };
  return { hold, listProps };
}

/** Whether the main pointer is a mouse. A browser with touch starts a drag of its own on a long press, which would end ours. */
const hasMouse = () => matchMedia('(hover: hover)').matches;

const mouseProps = (drag: Drag, id: string, place: number) => ({
  draggable: hasMouse(),
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', '');
    drag.start(id);
  },
  onDragOver: (event: DragEvent) => {
    if (!drag.id) return;
    event.preventDefault();
    drag.setOver(place);
  },
  onDrop: (event: DragEvent) => {
    if (!drag.id) return;
    event.preventDefault();
    drag.drop(place);
  },
  onDragEnd: drag.stop,
});

/** Moves a photo by Shift with an arrow key, Home or End. */
function moveByKey(event: KeyboardEvent<HTMLElement>, id: string, place: number, onMove: Move): void {
  const step = event.shiftKey ? STEPS[event.key] : undefined;
  if (step === undefined) return;
  event.preventDefault();
  onMove(id, place + step);
  // An element that is moved in the document loses the focus.
  const button = event.currentTarget.querySelector('button');
  requestAnimationFrame(() => button?.focus());
}

/**
 * Sorting of photos in their grid: with a mouse by dragging, by touch after holding one, and by keys. Returns the props of the list and
 * those of a tile at an index.
 */
export function usePhotoSorting(list: RefObject<HTMLElement | null>, onMove: Move) {
  const drag = useDrag(onMove);
  const { hold, listProps } = useHoldToDrag(list, drag);
  const tileProps = (id: string, place: number) => ({
    'data-photo': id,
    onPointerDown: (event: PointerEvent) => hold(id, event),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => moveByKey(event, id, place, onMove),
    ...mouseProps(drag, id, place),
    className: ['photo-tile', drag.id === id && 'is-dragged', drag.id !== null && drag.id !== id && drag.over === place && 'is-over']
      .filter(Boolean)
      .join(' '),
  });
  return { listProps, tileProps };
}

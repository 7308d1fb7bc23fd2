import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { type CropRect, movedCrop, type PicturePoint, type Size, scaledCrop } from './crop.ts';

/** Pixels of the wheel, or of two fingers on a touchpad, that double the crop or halve it. */
const WHEEL_PIXELS = 400;
/** Pixels of a wheel that counts in lines. */
const LINE_PIXELS = 16;
/** By how much one press of a key changes the crop. */
const KEY_FACTOR = 1.1;

interface CropZoom {
  picture: Size;
  part: CropRect;
  isLocked: boolean;
  onChange: (part: CropRect) => void;
}

/** Two fingers on the picture when they touched it, and the crop at that time. */
interface Pinch {
  readonly part: CropRect;
  readonly middle: PicturePoint;
  readonly distance: number;
}

const middleOf = ({ x, y, width, height }: CropRect): PicturePoint => ({ x: x + width / 2, y: y + height / 2 });

/** Where two fingers are: the point between them in percent of the picture, and their distance in pixels. */
function spanOf([a, b]: readonly PicturePoint[], { left, top, width, height }: DOMRect): Omit<Pinch, 'part'> | null {
  if (!a || !b) return null;
  return {
    middle: { x: (((a.x + b.x) / 2 - left) / width) * 100, y: (((a.y + b.y) / 2 - top) / height) * 100 },
    distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)),
  };
}

/**
 * Makes a crop larger and smaller by two fingers, which also move it, by the wheel and by the keys "+" and "-". `isPinching` says whether a
 * change that something else makes of the same touch is to be ignored.
 */
export function useCropZoom({ picture, part, isLocked, onChange }: CropZoom) {
  const box = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, PicturePoint>());
  const pinch = useRef<Pinch | null>(null);

  const zoom = (factor: number) => {
    if (!isLocked) onChange(scaledCrop(part, picture, factor, middleOf(part)));
  };
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoom(2 ** ((-event.deltaY * (event.deltaMode === 1 ? LINE_PIXELS : 1)) / WHEEL_PIXELS));
  });
  // React listens to the wheel passively, so that the page would scroll as well.
  useEffect(() => {
    const element = box.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);

  const span = () => (box.current ? spanOf([...fingers.current.values()], box.current.getBoundingClientRect()) : null);
  const lift = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId);
    // The last finger neither drags nor resizes the frame, which would jump.
    if (fingers.current.size === 0) pinch.current = null;
  };
  return {
    isPinching: () => pinch.current !== null,
    handlers: {
      ref: box,
      onPointerDownCapture: (event: PointerEvent) => {
        if (event.pointerType !== 'touch' || isLocked) return;
        if (fingers.current.size >= 2) return event.stopPropagation();
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const touched = span();
        if (!touched) return;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        pinch.current = { ...touched, part };
      },
      onPointerMove: (event: PointerEvent) => {
        if (!fingers.current.has(event.pointerId)) return;
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const [start, now] = [pinch.current, span()];
        if (!start || !now || isLocked) return;
        const scaled = scaledCrop(start.part, picture, now.distance / start.distance, start.middle);
        onChange(movedCrop(scaled, { x: now.middle.x - start.middle.x, y: now.middle.y - start.middle.y }));
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === '+' || key === '=') zoom(KEY_FACTOR);
        if (key === '-') zoom(1 / KEY_FACTOR);
      },
    },
  };
}

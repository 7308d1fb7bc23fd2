import { type PointerEvent, type RefObject, useRef } from 'react';

/** A sheet that is let go lower than this share of its height, or faster than this many pixels a millisecond, is closed. */
const CLOSING_SHARE = 0.3;
const CLOSING_SPEED = 0.6;

/** Handlers for the grabber of a sheet: it drags the sheet down, and closes it if it is let go far enough down or in a quick move. */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const drag = useRef<{ startY: number; y: number; at: number; speed: number } | null>(null);
  const move = (distance: number) => {
    if (sheet.current) sheet.current.style.translate = distance > 0 ? `0 ${distance}px` : '';
  };
  const end = (mayClose: boolean) => {
    const { startY = 0, y = 0, speed = 0 } = drag.current ?? {};
    drag.current = null;
    move(0);
    const share = (y - startY) / (sheet.current?.offsetHeight ?? Number.POSITIVE_INFINITY);
    if (mayClose && (share > CLOSING_SHARE || (share > 0 && speed > CLOSING_SPEED))) onClose();
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { startY: event.clientY, y: event.clientY, at: event.timeStamp, speed: 0 };
    },
    onPointerMove: ({ clientY, timeStamp }: PointerEvent) => {
      if (!drag.current) return;
      const { y, at } = drag.current;
      drag.current = { ...drag.current, y: clientY, at: timeStamp, speed: timeStamp > at ? (clientY - y) / (timeStamp - at) : 0 };
      move(clientY - drag.current.startY);
    },
    onPointerUp: () => drag.current && end(true),
    onPointerCancel: () => end(false),
  };
}

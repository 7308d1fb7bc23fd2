import type { MouseEvent } from 'react';
import { animateFrom } from '../ui/motion.ts';

let pressed: { readonly memberId: string; readonly photo: DOMRect } | null = null;

/** Notes where the photo of a pressed card is, before the page changes. */
export function notePressedCard(memberId: string, { currentTarget }: MouseEvent<HTMLElement>): void {
  // The link cuts the photo to what is seen; the image itself is larger while the pointer is over it.
  pressed = currentTarget.querySelector('img') && { memberId, photo: currentTarget.getBoundingClientRect() };
}

/** Lets the head of a member's page grow from the photo of the card that led there; a head that was reached otherwise just stands there. */
export function growFromCard(memberId: string, head: Element): void {
  const from = pressed?.memberId === memberId ? pressed.photo : null;
  pressed = null;
  if (!from) return;
  // The page is scrolled to its top after its parts are mounted, and before this frame is painted.
  requestAnimationFrame(() => {
    const to = head.getBoundingClientRect();
    if (to.width === 0 || to.height === 0) return;
    const scale = `scale(${from.width / to.width}, ${from.height / to.height})`;
    animateFrom(head, { transformOrigin: '0 0', transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) ${scale}` });
  });
}

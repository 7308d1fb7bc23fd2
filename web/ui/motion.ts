/** As long as the fast transitions of tokens.css. */
export const MOTION = { duration: 160, easing: 'ease-out' } as const;

/** Null while pages are prerendered: Node.js has no `matchMedia`. */
const lessMotion = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;

/** Whether things may move: in a browser whose member has not asked for less motion. */
export const mayMove = (): boolean => lessMotion?.matches === false;

/** Lets an element come from another state into its own. It can be used meanwhile. Does nothing for a member who wants less motion. */
export function animateFrom(element: Element, from: Keyframe): void {
  if (mayMove()) element.animate([from, {}], MOTION);
}

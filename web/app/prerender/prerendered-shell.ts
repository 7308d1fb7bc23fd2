import type { EarlyPresses } from './record-early-input.ts';

/** A screen that is not there by then stands in for the look with its own waiting. */
const PATIENCE_MS = 5000;

type CarryOver = typeof import('./replay-early-input.ts')['carryOver'];

let takePlace: (() => void) | null = null;
let scrolled = 0;

/** How far down the page was when the app took the place of its look. */
export const scrolledShell = (): number => scrolled;

async function loadCarryOver(): Promise<CarryOver> {
  try {
    return (await import('./replay-early-input.ts')).carryOver;
  } catch (error) {
    console.warn(error);
    return async () => undefined;
  }
}

/** Something in the look was pressed and waits, or has the focus. */
const isTouched = (look: HTMLElement) => look.contains(document.activeElement) || (window.earlyPresses?.waiting.length ?? 0) > 0;

let ahead: Promise<CarryOver> | null = null;

/**
 * Loads what takes fields and presses of the look along, where there may be some: visitors' pages begin with something to fill in or to
 * choose. The app is drawn once it is there, so that it takes the look's place without a gap.
 */
export async function prepareCarryOver(look: HTMLElement): Promise<void> {
  if (isTouched(look) || look.querySelector('.look :is(input, select)')) ahead = loadCarryOver();
  await ahead;
}

/** The element to draw the app into: where the HTML shows a first look, one outside the page until `arrive`, so that nothing is there twice. */
export function rootFor(look: HTMLElement): HTMLElement {
  if (!look.querySelector(':scope > .look')) return look;
  const root = document.createElement('div');
  root.id = look.id;
  const presses: EarlyPresses | undefined = window.earlyPresses;
  const leave = (carryOver?: CarryOver) => {
    const focused = look.contains(document.activeElement) ? document.activeElement : null;
    const pressed = presses?.waiting.splice(0) ?? [];
    look.remove();
    void carryOver?.({ from: look, to: root, focused, pressed });
  };
  // The look stays above the app until nothing in it is held down and what was done in it can go on without a gap.
  const giveWay = (carryOver?: CarryOver) => {
    const act = () => {
      if (carryOver || !isTouched(look)) leave(carryOver);
      else void loadCarryOver().then(giveWay);
    };
    if (presses) presses.whenReleased(act);
    else act();
  };
  takePlace = () => {
    scrolled = scrollY;
    look.removeAttribute('id');
    look.className = 'look-held';
    look.after(root);
    if (ahead) void ahead.then(giveWay);
    else giveWay();
  };
  setTimeout(arrive, PATIENCE_MS);
  return root;
}

/** The screen is drawn: it takes the place of the first look, with what was typed and pressed there meanwhile. */
export function arrive(): void {
  takePlace?.();
  takePlace = null;
}

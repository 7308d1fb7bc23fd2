/** A screen that is not there by then stands in for the look with its own waiting. */
const PATIENCE_MS = 5000;

let takePlace: (() => void) | null = null;

/** Gives the element to draw the app into: where the HTML shows a first look of it already, beside that and unseen until `arrive`. */
export function placeBeside(look: HTMLElement): HTMLElement {
  if (!look.querySelector(':scope > .look')) return look;
  const root = document.createElement('div');
  root.id = look.id;
  root.hidden = true;
  look.removeAttribute('id');
  look.after(root);
  // Only visitors' pages begin with something to fill in.
  const fields = look.querySelector('form') && import('./carry-fields.ts');
  takePlace = () => {
    const focused = document.activeElement;
    root.hidden = false;
    look.remove();
    void fields?.then(({ carryFields }) => carryFields(look, root, focused));
  };
  setTimeout(arrive, PATIENCE_MS);
  return root;
}

/** The screen is drawn: it takes the place of the first look, with what was typed there meanwhile. */
export function arrive(): void {
  takePlace?.();
  takePlace = null;
}

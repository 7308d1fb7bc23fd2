import type { EarlyPresses } from './record-early-input.ts';

/** After this many milliseconds the app replaces the shell even if its screen has not loaded. */
const SHELL_TIMEOUT_MS = 5000;

type CarryOver = typeof import('./replay-early-input.ts')['carryOver'];

let appRoot: HTMLElement | null = null;
let swapShell: (() => void) | null = null;
let scrollAtSwap = 0;

/** The scroll position in pixels at which the app replaced the shell; 0 before that. */
export const scrollOfShell = (): number => scrollAtSwap;

/** Loads `carryOver`; if that fails, returns one that carries nothing over. */
async function loadCarryOver(): Promise<CarryOver> {
  try {
    return (await import('./replay-early-input.ts')).carryOver;
  } catch (error) {
    console.warn(error);
    return async () => undefined;
  }
}

/** Whether something in the shell has the focus, or was pressed and waits. */
const isTouched = (shell: HTMLElement) => shell.contains(document.activeElement) || (window.earlyPresses?.waiting.length ?? 0) > 0;

let loadingCarryOver: Promise<CarryOver> | null = null;

/**
 * Loads the code that carries typed text and presses over to the app, if the shell has fields or was touched. The app is drawn after that,
 * so that it replaces the shell without a gap.
 */
export async function prepareCarryOver(shell: HTMLElement): Promise<void> {
  if (isTouched(shell) || shell.querySelector('.prerendered-shell :is(input, select)')) loadingCarryOver = loadCarryOver();
  await loadingCarryOver;
}

/** The element that a screen is put into; null before the app has been drawn. It is not in the document while the shell waits for the app. */
export const contentOfApp = (): Element | null => appRoot?.querySelector(':scope > .app > #content') ?? null;

/**
 * The element to draw the app into. If the page shows a prerendered shell, it is outside the document until `arrive`, so that nothing is
 * there twice.
 */
export function createAppRoot(shell: HTMLElement): HTMLElement {
  appRoot = shell;
  if (!shell.querySelector(':scope > .prerendered-shell')) return shell;
  const root = document.createElement('div');
  root.id = shell.id;
  appRoot = root;
  const presses: EarlyPresses | undefined = window.earlyPresses;
  const replaceShell = (carryOver?: CarryOver) => {
    const focused = shell.contains(document.activeElement) ? document.activeElement : null;
    const pressed = presses?.waiting.splice(0) ?? [];
    shell.remove();
    void carryOver?.({ from: shell, to: root, focused, pressed });
  };
  // The shell stays above the app until nothing in it is held down and the code that carries input over has loaded.
  const replaceWhenReleased = (carryOver?: CarryOver) => {
    const replaceOrLoad = () => {
      if (carryOver || !isTouched(shell)) replaceShell(carryOver);
      else void loadCarryOver().then(replaceWhenReleased);
    };
    if (presses) presses.whenReleased(replaceOrLoad);
    else replaceOrLoad();
  };
  swapShell = () => {
    scrollAtSwap = scrollY;
    shell.removeAttribute('id');
    shell.className = 'prerendered-shell-held';
    shell.after(root);
    if (loadingCarryOver) void loadingCarryOver.then(replaceWhenReleased);
    else replaceWhenReleased();
  };
  setTimeout(showApp, SHELL_TIMEOUT_MS);
  return root;
}

/** To be called when the screen is drawn: the app replaces the shell and takes over what was typed and pressed there. */
export function showApp(): void {
  swapShell?.();
  swapShell = null;
}

let isLeft = false;
const writers = new Set<() => void>();
const closers = new Set<() => void>();

/** Whether the page has been left or frozen; false again once the browser restores it. */
export const isPageLeft = (): boolean => isLeft;

/** Calls `write` when the page is left or frozen, before connections are closed, until the returned function is called. */
export function writeOnLeaving(write: () => void): () => void {
  writers.add(write);
  return () => writers.delete(write);
}

/** Calls `close` when the page is left or frozen, after all functions of `writeOnLeaving`. */
export const closeOnLeaving = (close: () => void): void => void closers.add(close);

function leave(): void {
  if (isLeft) return;
  for (const write of writers) write();
  isLeft = true;
  for (const close of closers) close();
}

const comeBack = () => {
  isLeft = false;
};

/** Whether this code runs in a page. In a service worker, which ends without an event, it is false. */
export const runsInPage: boolean = 'onpagehide' in globalThis;

if (runsInPage) {
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  // The document fires these two; they do not bubble to the window, hence the capture phase.
  addEventListener('freeze', leave, { capture: true });
  addEventListener('resume', comeBack, { capture: true });
}

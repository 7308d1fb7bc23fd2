let isLeft = false;
const writers = new Set<() => void>();
const closers = new Set<() => void>();

/** Whether the page has been left; one that the browser brings back as it was is there again. */
export const isPageLeft = (): boolean => isLeft;

/** Writes what has to be kept when the page is left, before connections are closed, until the returned function is called. */
export function writeOnLeaving(write: () => void): () => void {
  writers.add(write);
  return () => writers.delete(write);
}

/** Closes a connection when the page is left, after all that has to be kept was written. */
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

/** Whether this is a page at all; a service worker is ended without a word. */
export const isPage: boolean = 'onpagehide' in globalThis;

if (isPage) {
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  // These two are the document's.
  addEventListener('freeze', leave, { capture: true });
  addEventListener('resume', comeBack, { capture: true });
}

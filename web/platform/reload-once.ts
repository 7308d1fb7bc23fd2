import { readItem, writeItem } from './web-storage.ts';

const KEY = 'reloaded-at';
const PAUSE_MS = 10_000;

/** When the page last began to navigate away, in milliseconds since 1970. */
let navigatingSince = Number.NEGATIVE_INFINITY;

// The build prerenders pages outside a browser, without addEventListener.
globalThis.addEventListener?.('beforeunload', () => {
  navigatingSince = Date.now();
});

/**
 * Reloads the page because a chunk is missing after a release, at most once in `pauseMs`. Returns false if it may not reload: without a
 * network, too soon, or if it cannot store when it did. While the page navigates away, Firefox cancels its chunks, and a reload would
 * cancel the navigation: the page then reloads 10 seconds later, if it is still open.
 */
export function reloadOnce(pauseMs = PAUSE_MS): boolean {
  if (!navigator.onLine) return false;
  if (Date.now() - navigatingSince < PAUSE_MS) {
    setTimeout(() => reloadOnce(pauseMs), PAUSE_MS);
    return true;
  }
  if (Date.now() - Number(readItem(KEY, 'session') ?? 0) < pauseMs) return false;
  if (!writeItem(KEY, String(Date.now()), 'session')) return false;
  location.reload();
  return true;
}

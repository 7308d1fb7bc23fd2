const KEY = 'reloaded-at';
const PAUSE_MS = 10_000;

let leavesAt = Number.NEGATIVE_INFINITY;

// The build draws pages where there is nothing to leave.
globalThis.addEventListener?.('beforeunload', () => {
  leavesAt = Date.now();
});

/**
 * A chunk that is gone is the mark of a deploy: the page loads anew, at most once in `pauseMs`; false where it may not. A page that goes
 * elsewhere loses its chunks by that, in Firefox, and its loading anew would end the way there: it does so later, if it is still here.
 */
export function reloadOnce(pauseMs = PAUSE_MS): boolean {
  if (!navigator.onLine) return false;
  if (Date.now() - leavesAt < PAUSE_MS) {
    setTimeout(() => reloadOnce(pauseMs), PAUSE_MS);
    return true;
  }
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < pauseMs) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

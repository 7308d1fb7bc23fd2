const KEY = 'reloaded-at';
const PAUSE_MS = 10_000;

/** A chunk that is gone is the mark of a deploy: the page loads anew, at most once in ten seconds. */
export function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

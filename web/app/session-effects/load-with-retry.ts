import { isSending } from '../../api/pending-writes.ts';
import { reloadOnce } from '../../platform/reload-guard.ts';
import { askUserAnew } from '../../session/user.ts';

const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
/** Code that is really gone must not cost its member a new page again and again. */
const RELOAD_PAUSE_MS = 3600_000;

/** Waits so long, or until the network or the member is back; also ends with the signal. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = new AbortController();
  const options = { signal: over.signal };
  const timer = setTimeout(resolve, ms);
  addEventListener('online', () => resolve(), options);
  document.addEventListener('visibilitychange', () => resolve(), options);
  signal.addEventListener('abort', () => resolve(), options);
  return promise.finally(() => {
    clearTimeout(timer);
    over.abort();
  });
}

const isServerThere = () =>
  askUserAnew().then(
    () => true,
    () => false,
  );

/**
 * Loads code that no press asks for and nothing replaces, as often as it takes. Chromium, and Firefox before 155, never fetch a module again
 * in a page in which that has failed: such a page loads anew once the server answers and nothing is being sent. Rejects when the signal aborts.
 */
export async function loadNeeded<M extends object>(load: () => Promise<M>, signal: AbortSignal): Promise<M> {
  for (let ms = FIRST_PAUSE_MS, hasFailed = false; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS), hasFailed = true) {
    const code = await load().catch((error: unknown) => console.warn(error));
    signal.throwIfAborted();
    if (code) return code;
    if (hasFailed && (await isServerThere()) && !isSending() && !signal.aborted) reloadOnce(RELOAD_PAUSE_MS);
    await pause(ms, signal);
    signal.throwIfAborted();
  }
}

import { HOUR } from '#contract/durations';
import { isSending } from '../../api/pending-writes.ts';
import { reloadOnce } from '../../platform/reload-once.ts';
import { refetchUser } from '../../session/user.ts';

const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
/** Shortest time between two reloads for missing code, in milliseconds. */
const RELOAD_PAUSE_MS = HOUR;

/** Waits `ms` milliseconds, or until the network returns, the visibility changes or the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cleanup = new AbortController();
  const options = { signal: cleanup.signal };
  const timer = setTimeout(resolve, ms);
  addEventListener('online', () => resolve(), options);
  document.addEventListener('visibilitychange', () => resolve(), options);
  signal.addEventListener('abort', () => resolve(), options);
  return promise.finally(() => {
    clearTimeout(timer);
    cleanup.abort();
  });
}

const doesServerAnswer = () =>
  refetchUser().then(
    () => true,
    () => false,
  );

/**
 * Loads code that runs beside the screens, retrying with pauses of 3 to 60 seconds until it succeeds. Chromium, and Firefox before 155, do
 * not fetch a module again in a page in which that has failed, so the page is reloaded once the server answers and nothing is being sent.
 * Rejects when the signal aborts.
 */
export async function loadWithRetry<M extends object>(load: () => Promise<M>, signal: AbortSignal): Promise<M> {
  for (let ms = FIRST_PAUSE_MS, hasFailed = false; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS), hasFailed = true) {
    const loaded = await load().catch((error: unknown) => console.warn(error));
    signal.throwIfAborted();
    if (loaded) return loaded;
    if (hasFailed && (await doesServerAnswer()) && !isSending() && !signal.aborted) reloadOnce(RELOAD_PAUSE_MS);
    await pause(ms, signal);
    signal.throwIfAborted();
  }
}

import { HOUR } from '#contract/durations';
import { isSending } from '../../api/pending-writes.ts';
import { reloadOnce } from '../../platform/reload-once.ts';
import { retryPause } from '../../platform/retry-pause.ts';
import { refetchUser } from '../../session/user.ts';

const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
/** Shortest time between two reloads for missing code, in milliseconds. */
const RELOAD_PAUSE_MS = HOUR;

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
    await retryPause(ms, signal);
    signal.throwIfAborted();
  }
}

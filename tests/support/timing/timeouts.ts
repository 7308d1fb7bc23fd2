/**
 * The timeout of every wait in a test, in milliseconds. It is no requirement of speed: even on a busy machine it is reached only by what
 * never happens. `npm run mutants` shortens it, because there the wait for what never happens is a result.
 */
export const WAIT_TIMEOUT_MS = Number(process.env.WAIT_TIMEOUT_MS ?? 60_000);

/** The timeout of a test or a hook, in milliseconds, which may contain several waits. */
export const TEST_TIMEOUT_MS = 5 * WAIT_TIMEOUT_MS;

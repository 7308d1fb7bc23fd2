/** Waits `ms` milliseconds before another try, or until the network returns, the visibility changes or the signal aborts. */
export function retryPause(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cleanup = new AbortController();
  const options = { signal: cleanup.signal };
  const timer = setTimeout(resolve, ms);
  addEventListener('online', () => resolve(), options);
  document.addEventListener('visibilitychange', () => resolve(), options);
  signal?.addEventListener('abort', () => resolve(), options);
  return promise.finally(() => {
    clearTimeout(timer);
    cleanup.abort();
  });
}

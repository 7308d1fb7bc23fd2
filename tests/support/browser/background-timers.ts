/**
 * Runs in a page before its own scripts: timeouts that fall due while the page is hidden fire only when it becomes visible. Browsers delay
 * the timers of a hidden tab by a second, and later by up to a minute.
 */
export function pauseTimersWhileHidden(): void {
  const nativeSetTimeout = window.setTimeout.bind(window);
  const deferred: (() => void)[] = [];
  const setTimeoutWhenVisible = ((handler: TimerHandler, ms?: number, ...args: unknown[]) =>
    nativeSetTimeout(() => {
      const run = () => void (typeof handler === 'function' && handler(...args));
      if (document.visibilityState === 'visible') run();
      else deferred.push(run);
    }, ms)) as typeof window.setTimeout;
  Object.defineProperty(window, 'setTimeout', { value: setTimeoutWhenVisible });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') for (const run of deferred.splice(0)) run();
  });
}

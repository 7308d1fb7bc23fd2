/** Runs in a page before its own scripts: as long as nobody looks at it, no timer rings. Browsers let them wait a second in a tab behind others, and a minute in one that has been there for long. */
export function withoutTimersBehind(): void {
  const later = window.setTimeout.bind(window);
  const whenSeen: (() => void)[] = [];
  const ring = ((job: TimerHandler, ms?: number, ...args: unknown[]) =>
    later(() => {
      const run = () => void (typeof job === 'function' && job(...args));
      if (document.visibilityState === 'visible') run();
      else whenSeen.push(run);
    }, ms)) as typeof window.setTimeout;
  Object.defineProperty(window, 'setTimeout', { value: ring });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') for (const run of whenSeen.splice(0)) run();
  });
}

import type { Page } from 'playwright-core';
import { until } from './visit.ts';

/** Stops the time of the toasts that stand there, for a test that may take longer than they stay; one that is pointed at or left goes on. */
export const holdToasts = (page: Page): Promise<void> =>
  page.locator('.toast .bar').evaluateAll((bars) => {
    for (const bar of bars)
      for (const running of bar.getAnimations().filter(({ playState }) => playState === 'running')) {
        running.pause();
        bar.setAttribute('data-held', '');
      }
  });

/** Does something while no toast leaves; those that were held before still are. */
export async function whileToastsStay<T>(page: Page, act: () => Promise<T>): Promise<T> {
  const held = await page.locator('.toast .bar[data-held]').count();
  await holdToasts(page);
  await until(() => page.locator('.toast.is-hidden').count()).toBe(0);
  const done = await act();
  if (held === 0)
    await page.locator('.toast .bar[data-held]').evaluateAll((bars) => {
      for (const bar of bars) {
        bar.removeAttribute('data-held');
        for (const paused of bar.getAnimations()) paused.play();
      }
    });
  return done;
}

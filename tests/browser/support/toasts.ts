import type { Locator, Page } from 'playwright-core';
import { until } from './visit.ts';

/** The toast with this text. What is read out to screen readers has the same text for a moment. */
export const toastWith = (page: Page, text: string): Locator => page.locator('.toast').getByText(text);

/** Pauses the countdown of all visible toasts, for a test that may take longer. Hovering a toast and leaving it starts it again. */
export const pauseToasts = (page: Page): Promise<void> =>
  page.locator('.toast .toast-progress').evaluateAll((bars) => {
    for (const bar of bars)
      for (const running of bar.getAnimations().filter(({ playState }) => playState === 'running')) {
        running.pause();
        bar.setAttribute('data-held', '');
      }
  });

/** Runs `act` while the countdown of all toasts is paused; toasts that were paused before stay so. */
export async function withToastsPaused<T>(page: Page, act: () => Promise<T>): Promise<T> {
  const pausedBefore = await page.locator('.toast .toast-progress[data-held]').count();
  await pauseToasts(page);
  await until(() => page.locator('.toast.is-hidden').count()).toBe(0);
  const result = await act();
  if (pausedBefore === 0)
    await page.locator('.toast .toast-progress[data-held]').evaluateAll((bars) => {
      for (const bar of bars) {
        bar.removeAttribute('data-held');
        for (const paused of bar.getAnimations()) paused.play();
      }
    });
  return result;
}

import type { Page } from 'playwright-core';

/** Stops the time of the toasts that stand there, for a test that may take longer than they stay; one that is pointed at or left goes on. */
export const holdToasts = (page: Page): Promise<void> =>
  page.locator('.toast .bar').evaluateAll((bars) => {
    for (const running of bars.flatMap((bar) => bar.getAnimations())) running.pause();
  });

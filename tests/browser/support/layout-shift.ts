import type { Page } from 'playwright-core';

/** To be called first: fonts that come late move words where the machine has none as wide, and no page can help that. */
export const withoutType = (page: Page): Promise<unknown> => page.route('**/*.woff2', (route) => route.abort());

/** How much of the page has moved without being touched. */
export const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );

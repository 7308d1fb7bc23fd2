import type { Page } from 'playwright-core';

/** Blocks web fonts. Call it before the page opens: a late font shifts the layout where the system font has other widths. */
export const blockFonts = (page: Page): Promise<unknown> => page.route('**/*.woff2', (route) => route.abort());

/** The cumulative layout shift of the page so far. */
export const layoutShiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );

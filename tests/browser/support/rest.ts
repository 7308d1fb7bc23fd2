import type { Page } from 'playwright-core';
import { until } from './visit.ts';

/** Until the page has its heading and its fonts, and nothing on it still loads. */
export async function untilAtRest(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await until(() => page.locator('[aria-busy="true"], [role="status"][aria-label]').count()).toBe(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

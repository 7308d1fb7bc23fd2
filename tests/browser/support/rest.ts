import type { Page, Request } from 'playwright-core';
import { until } from './visit.ts';

/** Opens an address and waits until it has its heading, its fonts and every answer it asked for. */
export async function openAtRest(page: Page, path: string): Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.goto(path);
  await until(() => open.size).toBe(0);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await until(() => page.locator('[aria-busy="true"], [role="status"][aria-label]').count()).toBe(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await untilStill(page);
}

/** Until every colour and place that changes has changed. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

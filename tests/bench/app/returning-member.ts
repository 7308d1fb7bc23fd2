import type { BrowserContext, Page } from 'playwright-core';
import { assertRight } from '../support/report.ts';
import type { AppWorld } from './fixture.ts';
import { freshPhone, loadedVitals } from './web-vitals.ts';

/** A page writes what it keeps a moment after it has it. */
const KEEPING_MS = 3000;

/** A member's phone that has been at these addresses before: the service worker is in control, and the page has kept what it showed. */
export async function settledPhone(world: AppWorld, paths: readonly string[]): Promise<BrowserContext> {
  const context = await freshPhone(world, world.member);
  const page = await context.newPage();
  await page.goto(`${world.url}${paths[0]}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  for (const path of paths) {
    await loadedVitals(page, `${world.url}${path}`);
    await page.waitForTimeout(KEEPING_MS);
  }
  assertRight(await isControlled(page), 'a service worker is in control');
  await page.close();
  return context;
}

export const isControlled = (page: Page): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.controller !== null);

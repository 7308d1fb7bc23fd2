import type { BrowserContext, Page } from 'playwright-core';
import { assertCorrect } from '../support/report.ts';
import type { AppFixture } from './fixture.ts';
import { freshPhone, loadedVitals } from './web-vitals.ts';

/** The time in which a page certainly writes its data to storage. */
const STORING_MS = 3000;

/** A member's phone that has opened these addresses before: the service worker is in control, and their data are stored. */
export async function warmPhone(fixture: AppFixture, paths: readonly string[]): Promise<BrowserContext> {
  const context = await freshPhone(fixture, fixture.member);
  const page = await context.newPage();
  await page.goto(`${fixture.url}${paths[0]}`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  for (const path of paths) {
    await loadedVitals(page, `${fixture.url}${path}`, fixture.drawn);
    await page.waitForTimeout(STORING_MS);
  }
  assertCorrect(await isControlled(page), 'a service worker is in control');
  await page.close();
  return context;
}

export const isControlled = (page: Page): Promise<boolean> => page.evaluate(() => navigator.serviceWorker.controller !== null);

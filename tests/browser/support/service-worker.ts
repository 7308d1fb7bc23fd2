import type { CDPSession, Page, Worker } from 'playwright-core';
import { until } from './visit.ts';

/** Waits until the service worker holds this page. */
export async function untilHeld(page: Page): Promise<void> {
  await until(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? 'none')).toBe('activated');
}

/** The names of the caches, and the paths in each. */
export const cachesOf = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const pathsIn = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    const entries = (await caches.keys()).map(async (name) => [name.split('-')[0], await pathsIn(name)]);
    return Object.fromEntries(await Promise.all(entries));
  });

/** Has the browser look for another build, as it does by itself once an hour. */
export const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });

/** The page's own service worker, to look into. */
export async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/** The browser ends the service worker, as it does with one that has nothing to do. */
export async function killWorker(cdp: CDPSession): Promise<void> {
  await cdp.send('ServiceWorker.stopAllWorkers');
}

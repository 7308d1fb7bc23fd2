import type { Locator, Page, Request } from 'playwright-core';
import { until } from './visit.ts';
import { untilInType } from './waits.ts';

/** Keeps what these addresses answer from the page until `release` is called; `asked` resolves with the first request. */
export async function hold(page: Page, addresses: string): Promise<{ asked: Promise<void>; release: () => void }> {
  const [held, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(addresses, async (route) => {
    first.resolve();
    await held.promise;
    await route.fallback();
  });
  return { asked: first.promise, release: held.resolve };
}

/** Keeps the app's modules from the page, which shows its prerendered shell until the returned function is called. */
export const holdApp = async (page: Page) => (await hold(page, '**/assets/*.js')).release;

/** Keeps the texts from the app, which has started and shows its shell until the returned function is called. */
export const holdTexts = async (page: Page) => (await hold(page, '**/_i18n/**')).release;

/** Keeps socket, polling and all else of `web/app/session-effects/session-effects.ts` from a page until the returned function is called. */
export const holdLife = async (page: Page) => (await hold(page, '**/assets/session-effects-*.js')).release;

/** Opens an address and waits for its shell alone. */
export async function openShell(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('.look h1').first().waitFor();
}

/** Until the app stands in the shell's place. */
export const untilApp = (page: Page) => until(() => page.locator('.look, .look-held').count()).toBe(0);

/** Until the app is drawn under the shell, which a press that is held down keeps in its place. */
export const untilAppBelow = (page: Page) => page.locator('.look-held + #root h1').first().waitFor({ state: 'attached' });

/** The paths of the documents that a page asks for, from now on. */
export function documentsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request: Request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

/** How many calls of a method a page makes to a file of the API, from now on. */
export function callsTo(page: Page, file: string, method: string): { readonly count: number } {
  const calls = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === `/api/${file}`) calls.count += 1;
  });
  return calls;
}

/** Holds the mouse down on something, once the fonts have come that would move it. */
export async function pressDown(page: Page, target: Locator): Promise<void> {
  await untilInType(page);
  await target.hover();
  await page.mouse.down();
}

import type { Locator, Page, Request } from 'playwright-core';
import { until } from './visit.ts';
import { untilFontsLoaded } from './waits.ts';

/** Holds back all requests to addresses that match a pattern until `release` is called. `asked` resolves with the first of them. */
export async function holdRequestsTo(page: Page, addresses: string): Promise<{ asked: Promise<void>; release: () => void }> {
  const [released, firstRequest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(addresses, async (route) => {
    firstRequest.resolve();
    await released.promise;
    await route.fallback();
  });
  return { asked: firstRequest.promise, release: released.resolve };
}

/** Holds back the app's modules: the page shows its prerendered shell until the returned function is called. */
export const holdApp = async (page: Page) => (await holdRequestsTo(page, '**/assets/*.js')).release;

/** Holds back the texts: the app has started, but shows its prerendered shell until the returned function is called. */
export const holdTexts = async (page: Page) => (await holdRequestsTo(page, '**/_i18n/**')).release;

/** Holds back socket, polling and all else of `web/app/session-effects/session-effects.ts` until the returned function is called. */
export const holdSessionEffects = async (page: Page) => (await holdRequestsTo(page, '**/assets/session-effects-*.js')).release;

/** Opens an address and waits for its prerendered shell only. */
export async function openShell(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('.prerendered-shell h1').first().waitFor();
}

/** Waits until the app has replaced the prerendered shell. */
export const untilApp = (page: Page) => until(() => page.locator('.prerendered-shell, .prerendered-shell-held').count()).toBe(0);

/** Waits until the app is rendered below the shell, which stays on top as long as a button or key is held down. */
export const untilAppUnderShell = (page: Page) => page.locator('.prerendered-shell-held + #root h1').first().waitFor({ state: 'attached' });

/** Records the paths of the documents that a page requests from now on. */
export function recordDocuments(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request: Request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

/** Counts the calls that a page makes to a file of the API with this method from now on. */
export function countCalls(page: Page, file: string, method: string): { readonly count: number } {
  const calls = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === method && new URL(request.url()).pathname === `/api/${file}`) calls.count += 1;
  });
  return calls;
}

/** Presses the mouse button on an element without releasing it, after the fonts have loaded, which could move the element. */
export async function pressDown(page: Page, target: Locator): Promise<void> {
  await untilFontsLoaded(page);
  await target.hover();
  await page.mouse.down();
}

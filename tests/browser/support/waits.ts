import type { Page, Request } from 'playwright-core';
import { until } from './visit.ts';

/**
 * Marks of a page that still loads: the prerendered shell, busy elements, loading states. Samples on developer pages stay busy and do not
 * count.
 */
const LOADING_MARKS = '.prerendered-shell, [aria-busy="true"]:not(.dev-sample *), [role="status"][aria-label]';

/** Opens an address and waits until no request is pending and heading, fonts and content are rendered. */
export async function openUntilIdle(page: Page, path: string): Promise<void> {
  const pending = new Set<Request>();
  let hasNewRequest = false;
  const begin = (request: Request) => {
    pending.add(request);
    hasNewRequest = true;
  };
  const end = (request: Request) => void pending.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(path);
  do {
    await until(() => pending.size).toBe(0);
    hasNewRequest = false;
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await until(() => page.locator(LOADING_MARKS).count()).toBe(0);
    await untilFontsLoaded(page);
    await untilDomQuiet(page);
    await untilAnimationsEnd(page);
    // An answer may have caused another request meanwhile.
  } while (hasNewRequest);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

/** Waits for the fonts of the page, which change the size of texts. */
export const untilFontsLoaded = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
  });

/** Waits until the DOM has not changed for 150 ms. */
async function untilDomQuiet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const QUIET_MS = 150;
    const { promise, resolve } = Promise.withResolvers<void>();
    let quiet = setTimeout(resolve, QUIET_MS);
    const observer = new MutationObserver(() => {
      clearTimeout(quiet);
      quiet = setTimeout(resolve, QUIET_MS);
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    await promise;
    observer.disconnect();
  });
}

/** Longer than the second that a page waits before its first poll and its socket. */
const REQUEST_QUIET_MS = 1_200;

/** Waits until the page has made no request for 1.2 s: its socket is open and its first polls are answered. */
export async function untilNoRequestPending(page: Page): Promise<void> {
  let lastActivity = Date.now();
  const note = () => {
    lastActivity = Date.now();
  };
  page.on('request', note).on('response', note);
  await until(() => Date.now() - lastActivity > REQUEST_QUIET_MS).toBe(true);
  page.off('request', note).off('response', note);
}

/** Waits for the end of all finite animations, except for the countdown of toasts. */
export async function untilAnimationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isEnding = ({ effect }: Animation) =>
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
      !(effect instanceof KeyframeEffect && effect.target?.matches('.toast .toast-progress'));
    await Promise.allSettled(document.getAnimations().flatMap((animation) => (isEnding(animation) ? [animation.finished] : [])));
  });
}

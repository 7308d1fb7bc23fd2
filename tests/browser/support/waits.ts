import type { Page, Request } from 'playwright-core';
import { until } from './visit.ts';

/** What is still to come, the app in place of its prerendered shell first of all; a sample of the developer pages that shows just this stays so. */
const AWAITED = '.look, [aria-busy="true"]:not(.dev-sample *), [role="status"][aria-label]';

/** Opens an address and waits until it has its heading, its fonts and every answer it asked for. */
export async function openAtRest(page: Page, path: string): Promise<void> {
  const open = new Set<Request>();
  let hasAsked = false;
  const begin = (request: Request) => {
    open.add(request);
    hasAsked = true;
  };
  const end = (request: Request) => void open.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await page.goto(path);
  do {
    await until(() => open.size).toBe(0);
    hasAsked = false;
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await until(() => page.locator(AWAITED).count()).toBe(0);
    await untilInType(page);
    await untilDrawn(page);
    await untilStill(page);
    // An answer may have led to the next question while the page was watched.
  } while (hasAsked);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

/** Until the fonts that the page uses are there: words take another room without them. */
export const untilInType = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
  });

/** Until the last answers have become what the page shows: it has not changed for a moment. */
async function untilDrawn(page: Page): Promise<void> {
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

/** Longer than the second after which a page first polls and opens its socket. */
const UNASKED_MS = 1_200;

/** Until the page asks for nothing by itself any longer: its socket stands, its first polls are over. */
export async function untilUnasked(page: Page): Promise<void> {
  let asked = Date.now();
  const note = () => {
    asked = Date.now();
  };
  page.on('request', note).on('response', note);
  await until(() => Date.now() - asked > UNASKED_MS).toBe(true);
  page.off('request', note).off('response', note);
}

/** Until every colour and place that changes has changed; how long a toast stays is not waited for. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isEnding = ({ effect }: Animation) =>
      effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
      !(effect instanceof KeyframeEffect && effect.target?.matches('.toast .bar'));
    await Promise.allSettled(document.getAnimations().flatMap((animation) => (isEnding(animation) ? [animation.finished] : [])));
  });
}

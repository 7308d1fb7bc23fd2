import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { resetNotificationPermission } from '../../../scripts/lib/browsers/chromium.ts';
import { WAIT_TIMEOUT_MS } from '../../support/timing/timeouts.ts';
import type { BrowserSite } from './browser-site.ts';
import { borrowTab } from './tab-pool.ts';

export const PHONE_SIZE = { width: 390, height: 844 };
export const DESKTOP_SIZE = { width: 1440, height: 900 };
export const PHONE: BrowserContextOptions = { viewport: PHONE_SIZE, hasTouch: true, isMobile: true };
export const DESKTOP: BrowserContextOptions = { viewport: DESKTOP_SIZE };

interface Visitor extends BrowserContextOptions {
  /** The session cookie of a member as `name=value`; none for a visitor. */
  readonly cookie?: string;
  /** Opening an address does not wait for the app: the test uses the prerendered shell. */
  readonly beforeApp?: boolean;
}

/** Makes `goto` and `reload` wait until the app has replaced the prerendered shell, which does not react to history, events and time. */
function waitForApp(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const untilApp = () => page.waitForFunction(() => !document.querySelector('.prerendered-shell, .prerendered-shell-held'));
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await untilApp();
    return answer;
  };
  page.reload = async (...options) => {
    const answer = await reload(...options);
    await untilApp();
    return answer;
  };
}

/**
 * A page in a context of its own, with addresses relative to this site. By default in English, with reduced motion and without service
 * worker.
 */
export async function visit(
  { browser, url }: Pick<BrowserSite, 'browser' | 'url'>,
  { cookie, beforeApp = false, ...options }: Visitor = {},
): Promise<Page> {
  const allOptions = { baseURL: url, locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block', ...options } as const;
  const prepare = async (page: Page) => {
    if (!options.permissions) await page.addInitScript(resetNotificationPermission);
    page.setDefaultTimeout(WAIT_TIMEOUT_MS);
    // Without scripts the shell stays.
    if (!beforeApp && options.javaScriptEnabled !== false) waitForApp(page);
  };
  const page = await borrowTab(browser, allOptions, { kind: beforeApp ? 'before the app' : 'with the app', prepare });
  const [name = '', value = ''] = cookie?.split('=') ?? [];
  if (cookie) await page.context().addCookies([{ name, value, url }]);
  return page;
}

const patiently = (look: () => unknown) => expect.poll(look, { timeout: WAIT_TIMEOUT_MS, interval: 50 });

/** Path, query and hash of the page. */
export const addressOf = (page: Page): string => {
  const { pathname, search, hash } = new URL(page.url());
  return `${pathname}${search}${hash}`;
};

export const untilAddress = (page: Page, wanted: string | RegExp) =>
  typeof wanted === 'string' ? patiently(() => addressOf(page)).toBe(wanted) : patiently(() => addressOf(page)).toMatch(wanted);

export const untilTitle = (page: Page, wanted: string) => patiently(() => page.title()).toBe(wanted);
export const until = patiently;

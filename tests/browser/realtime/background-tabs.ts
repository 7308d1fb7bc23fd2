import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, fullChromium } from '../../../scripts/lib/browsers/chromium.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { screenshotOnFailure } from '../../support/browser/chromium-pages.ts';
import { WAIT_TIMEOUT_MS } from '../../support/timing/timeouts.ts';

export interface RealTabs {
  /** Opens an address in a new tab. */
  open(url: string): Promise<Page>;
  /** Opens another tab in front of this one and freezes this one, as a browser does to save memory. */
  sendToBackground(page: Page): Promise<void>;
  /** Brings this tab to the front; returns the page that is visible then, which may be a new one. */
  bringToFront(page: Page): Promise<Page>;
  readonly context: BrowserContext;
  stop(): Promise<void>;
}

/**
 * Starts a browser process whose tabs can be hidden; normally Playwright makes every page visible. It has one profile. The headless shell
 * has no tab strip: there a page is hidden by freezing it and stays so, and the same address is opened in a new tab instead.
 */
export async function openRealTabs(): Promise<RealTabs> {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const args = [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`];
  const launched = await chromium.launch({ executablePath: fullChromium() ?? '', args });
  stack.defer(() => launched.close());
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
  const [context] = browser.contexts();
  if (!context) throw new Error('a browser without a profile');
  const setState = async (page: Page, state: 'frozen' | 'active') => {
    const cdp = await context.newCDPSession(page);
    await cdp.send('Page.setWebLifecycleState', { state });
    await cdp.detach();
  };
  const open = async (url: string) => {
    const page = await context.newPage();
    screenshotOnFailure(page);
    page.setDefaultTimeout(WAIT_TIMEOUT_MS);
    await page.goto(url);
    return page;
  };
  const owned = stack.move();
  return {
    context,
    open,
    sendToBackground: async (page) => {
      const other = await context.newPage();
      await other.bringToFront();
      await setState(page, 'frozen');
    },
    bringToFront: async (page) => {
      await setState(page, 'active');
      await page.bringToFront();
      if (await page.evaluate(() => document.visibilityState === 'visible')) return page;
      await page.close();
      return open(page.url());
    },
    stop: () => owned.disposeAsync(),
  };
}

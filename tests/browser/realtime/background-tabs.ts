import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGS, wholeChromium } from '../../../scripts/lib/browsers/chromium.ts';
import { freePort } from '../../../scripts/lib/process/ports.ts';
import { keepFailure } from '../../support/browser/chromium-pages.ts';
import { PATIENCE_MS } from '../../support/timing/timeouts.ts';

export interface RealTabs {
  /** A tab at an address of its own. */
  open(url: string): Promise<Page>;
  /** Puts another tab in front of this one, and freezes it as a browser does to save memory. */
  putBehind(page: Page): Promise<void>;
  /** The tab that is in front from then on. */
  putInFront(page: Page): Promise<Page>;
  readonly context: BrowserContext;
  stop(): Promise<void>;
}

/**
 * A browser whose tabs go out of sight: elsewhere Playwright has it believe that each page is in front. One profile, and a process of
 * its own. Headless-shell has no tab strip: there a page goes out of sight by being frozen and stays so, and what is put in front is
 * the same address in a new tab.
 */
export async function openRealTabs(): Promise<RealTabs> {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const args = [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`];
  const launched = await chromium.launch({ executablePath: wholeChromium() ?? '', args });
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
    keepFailure(page);
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(url);
    return page;
  };
  const owned = stack.move();
  return {
    context,
    open,
    putBehind: async (page) => {
      const other = await context.newPage();
      await other.bringToFront();
      await setState(page, 'frozen');
    },
    putInFront: async (page) => {
      await setState(page, 'active');
      await page.bringToFront();
      if (await page.evaluate(() => document.visibilityState === 'visible')) return page;
      await page.close();
      return open(page.url());
    },
    stop: () => owned.disposeAsync(),
  };
}

import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { openPage, screenshotOnFailure } from '../../support/browser/chromium-pages.ts';

/**
 * A new tab starts a process without compiled code, which takes longer than opening the page. Therefore a tab is emptied after a test and
 * used again by a test that needs the same options. A tab with changes that cannot be undone is closed.
 */
interface Tab {
  /** Tabs with the same key are interchangeable. */
  readonly key: string;
  readonly page: Page;
  readonly options: BrowserContextOptions;
  /** Starts a CDP session without marking the tab as changed, as a call of the context's own method does. */
  attach(): Promise<CDPSession>;
  /** It was changed in a way that cannot be undone, or its test failed; it is not used again. */
  isUnusable: boolean;
  /** For each listener of a test a function that removes it. Playwright's own listeners stay. */
  readonly listenerRemovals: Map<unknown, () => void>;
}

/** All open tabs of this process, in use or not. */
const tabs = new Set<Tab>();
const idleTabs = new Set<Tab>();

/** Methods of a page, its context or its clock (`install`) whose effect cannot be undone when the tab is emptied. */
const IRREVERSIBLE_METHODS = [
  'addInitScript',
  'exposeFunction',
  'exposeBinding',
  'routeWebSocket',
  'install',
  'newCDPSession',
  'setOffline',
  'grantPermissions',
  'setGeolocation',
  'setExtraHTTPHeaders',
];

/** Whether a tab with these options can be emptied: it has none that cannot be reset. */
const canBeEmptied = ({ serviceWorkers, javaScriptEnabled, permissions, storageState }: BrowserContextOptions) =>
  serviceWorkers === 'block' && javaScriptEnabled !== false && !permissions && !storageState;

/** Calls `onCall` with the arguments before every call of a method. */
function onEachCall(target: object, name: string, onCall: (args: unknown[]) => void): void {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') return;
  Reflect.set(target, name, (...args: unknown[]) => {
    onCall(args);
    return Reflect.apply(method, target, args);
  });
}

async function openTab(
  browser: Browser,
  options: BrowserContextOptions,
  key: string,
  prepare: (page: Page) => Promise<void>,
): Promise<Tab> {
  const page = await openPage(browser, options);
  await prepare(page);
  const context = page.context();
  const attach = context.newCDPSession.bind(context, page);
  const tab: Tab = { key, page, options, attach, isUnusable: !canBeEmptied(options), listenerRemovals: new Map() };
  const markAsChanged = () => {
    tab.isUnusable = true;
  };
  for (const target of [page, context, page.clock]) for (const name of IRREVERSIBLE_METHODS) onEachCall(target, name, markAsChanged);
  onEachCall(context, 'on', markAsChanged);
  onEachCall(page, 'on', ([event, listener]) => tab.listenerRemovals.set(listener, () => Reflect.apply(page.off, page, [event, listener])));
  tabs.add(tab);
  return tab;
}

/**
 * A page in a context of its own, with nothing stored and no history. `prepare` is called for new pages only; calls with another `prepare`
 * must pass another `kind`.
 */
export async function borrowTab(
  browser: Browser,
  options: BrowserContextOptions,
  { kind, prepare }: { kind: string; prepare(page: Page): Promise<void> },
): Promise<Page> {
  const key = JSON.stringify([kind, options]);
  const found = [...idleTabs].find((tab) => tab.key === key && !tab.page.isClosed());
  if (found) screenshotOnFailure(found.page);
  const tab = found ?? (await openTab(browser, options, key, prepare));
  idleTabs.delete(tab);
  onTestFailed(() => {
    tab.isUnusable = true;
  });
  return tab.page;
}

/** Has the opener policy of the site's own documents: if it differed, Chromium would start a new process for the next document. */
const EMPTY_DOCUMENT = { 'Content-Type': 'text/html', 'Cross-Origin-Opener-Policy': 'same-origin' };

/** Resets a tab to an empty document of the site, without stored data, listeners, routes and history. */
async function emptyTab({ page, options, attach, listenerRemovals }: Tab): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const stopListening of listenerRemovals.values()) stopListening();
  listenerRemovals.clear();
  await page.mouse.up();
  await page.mouse.move(0, 0);
  await page.route('**/*', (route) => route.fulfill({ headers: EMPTY_DOCUMENT, body: '' }));
  await page.goto('/');
  await page.evaluate(() => sessionStorage.clear());
  const cdp = await attach();
  await cdp.send('Storage.clearDataForOrigin', { origin: options.baseURL ?? '', storageTypes: 'all' });
  await cdp.send('Page.resetNavigationHistory');
  await cdp.detach();
  await context.clearCookies();
  await page.unrouteAll();
  if (options.viewport) await page.setViewportSize(options.viewport);
  await page.emulateMedia({ media: null, colorScheme: 'light' });
}

/** Ends all pages that the tests of a browser have opened: tabs are emptied for the next test or closed. */
export async function returnTabs(browser: Browser): Promise<void> {
  const reusable = new Set<BrowserContext>();
  for (const tab of tabs) {
    if (tab.isUnusable || tab.page.isClosed()) {
      tabs.delete(tab);
      idleTabs.delete(tab);
    } else {
      reusable.add(tab.page.context());
      if (!idleTabs.has(tab)) await emptyTab(tab);
      idleTabs.add(tab);
    }
  }
  for (const context of browser.contexts()) if (!reusable.has(context)) await context.close();
}

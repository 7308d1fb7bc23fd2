import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { keepFailure, openPage } from '../../support/browser/chromium-pages.ts';

/**
 * A new tab starts a process that has compiled nothing yet, which costs more than the page it opens. So a tab that a test has left is
 * emptied and given to the next test that wants the same; one with a change that emptying does not undo is closed.
 */
interface Tab {
  /** Tabs of one key can stand in for each other. */
  readonly key: string;
  readonly page: Page;
  readonly options: BrowserContextOptions;
  /** Begins a CDP session; unlike the context's own method, it leaves the tab as it was. */
  attach(): Promise<CDPSession>;
  /** It has a change that outlasts its documents, or was part of a test that failed. */
  isSpoilt: boolean;
  /** Removes what a test listens with; Playwright's own listeners, which it needs to the end, stay. */
  readonly listening: Map<unknown, () => void>;
}

/** The tabs of this process that are open, in use or waiting. */
const tabs = new Set<Tab>();
const waiting = new Set<Tab>();

/** Methods of a page, its context or its clock (`install`) whose effect outlasts the document and is not undone by `empty`. */
const LASTING = [
  ...['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket', 'install', 'newCDPSession'],
  ...['setOffline', 'grantPermissions', 'setGeolocation', 'setExtraHTTPHeaders'],
];

/** Options of a context that `empty` relies on or does not reset. */
const canBeEmptied = ({ serviceWorkers, javaScriptEnabled, permissions, storageState }: BrowserContextOptions) =>
  serviceWorkers === 'block' && javaScriptEnabled !== false && !permissions && !storageState;

/** Calls `tell` before every call of a method. */
function watch(target: object, name: string, tell: (given: unknown[]) => void): void {
  const method: unknown = Reflect.get(target, name);
  if (typeof method !== 'function') return;
  Reflect.set(target, name, (...given: unknown[]) => {
    tell(given);
    return Reflect.apply(method, target, given);
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
  const tab: Tab = { key, page, options, attach, isSpoilt: !canBeEmptied(options), listening: new Map() };
  const spoil = () => {
    tab.isSpoilt = true;
  };
  for (const target of [page, context, page.clock]) for (const name of LASTING) watch(target, name, spoil);
  watch(context, 'on', spoil);
  watch(page, 'on', ([event, listener]) => tab.listening.set(listener, () => Reflect.apply(page.off, page, [event, listener])));
  tabs.add(tab);
  return tab;
}

/**
 * A page in a context of its own, with nothing stored and no history. `kind` tells apart what `prepare` makes of the new pages that it
 * is called for.
 */
export async function borrowTab(
  browser: Browser,
  options: BrowserContextOptions,
  { kind, prepare }: { kind: string; prepare(page: Page): Promise<void> },
): Promise<Page> {
  const key = JSON.stringify([kind, options]);
  const found = [...waiting].find((tab) => tab.key === key && !tab.page.isClosed());
  if (found) keepFailure(found.page);
  const tab = found ?? (await openTab(browser, options, key, prepare));
  waiting.delete(tab);
  onTestFailed(() => {
    tab.isSpoilt = true;
  });
  return tab.page;
}

/** With the opener policy of the site's own documents; at a change of it Chromium begins a new process. */
const EMPTY_DOCUMENT = { 'Content-Type': 'text/html', 'Cross-Origin-Opener-Policy': 'same-origin' };

/** Leaves a page on an empty document of its site, with nothing stored, listened to or intercepted, and nothing to go back to. */
async function empty({ page, options, attach, listening }: Tab): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  for (const stopListening of listening.values()) stopListening();
  listening.clear();
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

/** Ends what the tests of a browser have open; tabs that can be emptied wait for the next test. */
export async function returnTabs(browser: Browser): Promise<void> {
  const kept = new Set<BrowserContext>();
  for (const tab of tabs) {
    if (tab.isSpoilt || tab.page.isClosed()) {
      tabs.delete(tab);
      waiting.delete(tab);
    } else {
      kept.add(tab.page.context());
      if (!waiting.has(tab)) await empty(tab);
      waiting.add(tab);
    }
  }
  for (const context of browser.contexts()) if (!kept.has(context)) await context.close();
}

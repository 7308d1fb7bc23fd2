import type { MessageToPage } from '../service-worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** If a page has not confirmed within this many milliseconds that it shows the address, it is loaded there. */
const CONFIRM_TIMEOUT_MS = 1000;

/** The window to use: one that shows the address already, else the focused one, else a visible one, else any. */
async function pageFor(url: string): Promise<WindowClient | undefined> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const current = pages.find((page) => page.url === new URL(url, self.location.origin).href);
  return current ?? pages.find(({ focused }) => focused) ?? pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
}

/** Asks a page to navigate to the address by itself. Resolves to whether it has confirmed that in time. */
async function navigatesItself(page: WindowClient, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  port1.onmessage = () => resolve(true);
  setTimeout(resolve, CONFIRM_TIMEOUT_MS, false);
  page.postMessage({ type: 'open', url } satisfies MessageToPage, [port2]);
  return promise;
}

/** Shows an address of the site in an open window, which is focused, else in a new one. */
export async function openAddress(url: string): Promise<void> {
  const page = await pageFor(url);
  if (!page) {
    await self.clients.openWindow(url);
    return;
  }
  const focused = await page.focus().catch(() => page);
  if (await navigatesItself(focused, url)) return;
  await focused.navigate(url).catch(() => self.clients.openWindow(url));
}

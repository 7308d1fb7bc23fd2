import type { ToPage } from '../worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** A page that has not said by then that it shows the address is loaded there instead. */
const PATIENCE_MS = 1000;

/** A page that shows the address already, else the one in front, else the one that was there last. */
async function pageFor(url: string): Promise<WindowClient | undefined> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shows = pages.find((page) => page.url === new URL(url, self.location.origin).href);
  return shows ?? pages.find(({ focused }) => focused) ?? pages.find(({ visibilityState }) => visibilityState === 'visible') ?? pages[0];
}

/** Whether the page has gone there by itself, without being loaded anew. */
async function isTakenUp(page: WindowClient, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  port1.onmessage = () => resolve(true);
  setTimeout(resolve, PATIENCE_MS, false);
  page.postMessage({ type: 'open', url } satisfies ToPage, [port2]);
  return promise;
}

/** Brings an address of ours to the member's eyes: in an open page where there is one, else in a new one. */
export async function openAddress(url: string): Promise<void> {
  const page = await pageFor(url);
  if (!page) {
    await self.clients.openWindow(url);
    return;
  }
  const front = await page.focus().catch(() => page);
  if (await isTakenUp(front, url)) return;
  await front.navigate(url).catch(() => self.clients.openWindow(url));
}

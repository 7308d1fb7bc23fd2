import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { safely } from '../../platform/safe-storage.ts';
import { withTimeout } from '../../platform/storage-timeout.ts';

declare const self: ServiceWorkerGlobalScope;

const controller = new PrecacheController();
const { cacheName } = controller.strategy;

/** Caches these files of this build when the service worker is installed. */
export function precache(files: (PrecacheEntry | string)[]): void {
  controller.addToCacheList(files);
  self.addEventListener('install', (event) => void controller.install(event));
}

export const isPrecached = ({ href }: URL): boolean => controller.getCacheKeyForURL(href) !== undefined;

/** A cached file of this build; undefined if it is not cached or the cache is late, so that the caller asks the network. */
export const precached = (address: string): Promise<Response | undefined> =>
  safely(() => withTimeout(() => controller.matchPrecache(address)));

/** Deletes the precached files of earlier builds. */
export async function dropOldFiles(): Promise<void> {
  const isOutdated = (name: string) => name.includes('-precache-') && name.includes(self.registration.scope) && name !== cacheName;
  for (const name of (await caches.keys()).filter(isOutdated)) await caches.delete(name);
  const cache = await caches.open(cacheName);
  const current = new Set(controller.getURLsToCacheKeys().values());
  for (const request of await cache.keys()) if (!current.has(request.url)) await cache.delete(request);
}

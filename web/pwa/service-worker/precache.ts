import { PrecacheController, type PrecacheEntry } from 'workbox-precaching';
import { orNothing } from '../../platform/safe-storage.ts';
import { withinLimit } from '../../platform/storage-timeout.ts';

declare const self: ServiceWorkerGlobalScope;

const controller = new PrecacheController();
const { cacheName } = controller.strategy;

/** Keeps the files of one build from the installation on. */
export function precache(files: (PrecacheEntry | string)[]): void {
  controller.addToCacheList(files);
  self.addEventListener('install', (event) => void controller.install(event));
}

export const isPrecached = ({ href }: URL): boolean => controller.getCacheKeyForURL(href) !== undefined;

/** A file of this build; undefined where it is not kept, or the cache is late: then the network is asked for it. */
export const precached = (address: string): Promise<Response | undefined> =>
  orNothing(() => withinLimit(() => controller.matchPrecache(address)));

/** Drops the files of builds before this one. */
export async function dropOldFiles(): Promise<void> {
  const isOutdated = (name: string) => name.includes('-precache-') && name.includes(self.registration.scope) && name !== cacheName;
  for (const name of (await caches.keys()).filter(isOutdated)) await caches.delete(name);
  const cache = await caches.open(cacheName);
  const current = new Set(controller.getURLsToCacheKeys().values());
  for (const request of await cache.keys()) if (!current.has(request.url)) await cache.delete(request);
}

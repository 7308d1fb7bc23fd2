import type { Strategy } from 'workbox-strategies';
import { orNothing } from '../../platform/safe-storage.ts';
import { withinLimit } from '../../platform/storage-timeout.ts';

type CachePlugin = Strategy['plugins'][number];

/**
 * Keeps only the newest `most` entries of a cache. Unlike workbox's expiration it stores no list of addresses, which would outlive the
 * session.
 */
export const atMost = (most: number): CachePlugin => ({
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -most).map((key) => cache.delete(key)));
  },
});

const GONE = new Set([404, 410]);

/** Deletes an entry from the cache if the server answers that it no longer exists. */
export const withoutTheGone = (cacheName: string): CachePlugin => ({
  fetchDidSucceed: async ({ request, response }) => {
    const forget = async () => (await caches.open(cacheName)).delete(request);
    if (GONE.has(response.status)) await orNothing(() => withinLimit(forget));
    return response;
  },
});

import type { Strategy } from 'workbox-strategies';
import { orNothing } from '../../platform/safe-storage.ts';
import { withinLimit } from '../../platform/storage-timeout.ts';

type CachePlugin = Strategy['plugins'][number];

/** Of what lies in a cache only the newest so many stay. No list of what was looked at is kept beside it, as it would outlive the member. */
export const atMost = (most: number): CachePlugin => ({
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -most).map((key) => cache.delete(key)));
  },
});

const GONE = new Set([404, 410]);

/** What its owner has taken away is forgotten here, too. */
export const withoutTheGone = (cacheName: string): CachePlugin => ({
  fetchDidSucceed: async ({ request, response }) => {
    const forget = async () => (await caches.open(cacheName)).delete(request);
    if (GONE.has(response.status)) await orNothing(() => withinLimit(forget));
    return response;
  },
});

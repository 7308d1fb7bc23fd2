import type { NetworkFirst } from 'workbox-strategies';

type CachePlugin = NetworkFirst['plugins'][number];

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
    if (GONE.has(response.status)) await (await caches.open(cacheName)).delete(request);
    return response;
  },
});

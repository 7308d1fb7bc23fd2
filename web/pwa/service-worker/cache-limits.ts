import type { Strategy } from 'workbox-strategies';
import { get } from '../../offline/key-value.ts';
import { CONFIRMED_KEY, isConfirmedLately, storedAnswers } from '../../offline/stored-answers.ts';
import { safely } from '../../platform/safe-storage.ts';
import { withTimeout } from '../../platform/storage-timeout.ts';

type CachePlugin = Strategy['plugins'][number];

/**
 * Keeps only the newest `most` entries of a cache. Unlike workbox's expiration it stores no list of addresses, which would outlive the
 * session.
 */
export const keepNewest = (most: number): CachePlugin => ({
  cacheDidUpdate: async ({ cacheName }) => {
    const cache = await caches.open(cacheName);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -most).map((key) => cache.delete(key)));
  },
});

/** Gives nothing from the cache if the server has not confirmed for a day that a member is signed in here. */
export const onlyWhileConfirmed: CachePlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) => {
    const confirmed = await safely(() => get<unknown>(CONFIRMED_KEY, storedAnswers().bounded));
    return isConfirmedLately(confirmed) ? cachedResponse : null;
  },
};

const DELETED_STATUSES = new Set([404, 410]);

/** Deletes an entry from the cache if the server answers that it no longer exists. */
export const dropDeleted = (cacheName: string): CachePlugin => ({
  fetchDidSucceed: async ({ request, response }) => {
    const forget = async () => (await caches.open(cacheName)).delete(request);
    if (DELETED_STATUSES.has(response.status)) await safely(() => withTimeout(forget));
    return response;
  },
});

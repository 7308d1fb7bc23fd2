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

const isUnstorable = ({ headers }: Response): boolean => /\bno-store\b/i.test(headers.get('Cache-Control') ?? '');

/** Stores answers with status 200 only, and none that is `no-store`. */
export const onlyStorable: CachePlugin = {
  cacheWillUpdate: async ({ response }) => (response.status === 200 && !isUnstorable(response) ? response : null),
};

const DELETED_STATUSES = new Set([404, 410]);

/** Deletes an entry from the cache if the server answers that it no longer exists, or serves it as `no-store` from now on. */
export const dropDeletedAndUnstorable = (cacheName: string): CachePlugin => ({
  fetchDidSucceed: async ({ request, response }) => {
    const forget = async () => (await caches.open(cacheName)).delete(request);
    const isOver = DELETED_STATUSES.has(response.status) || (response.ok && isUnstorable(response));
    if (isOver) await safely(() => withTimeout(forget));
    return response;
  },
});

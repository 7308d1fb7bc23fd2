import type { SearchCount } from '#db/queries/members/search';

const CACHE_MS = 60_000;
const MAX_ENTRIES = 2_000;

const cachedCounts = new Map<string, { counted: SearchCount; until: number }>();

/** The count that this isolate has cached for a search; null if there is none younger than a minute (docs/product.md, "Result count"). */
export function cachedCount(key: string, now: number): SearchCount | null {
  const found = cachedCounts.get(key);
  return found && found.until > now ? found.counted : null;
}

/** Stores the count of a search for a minute. When the cache is full, its older half is dropped. */
export function cacheCount(key: string, counted: SearchCount, now: number): void {
  if (cachedCounts.size >= MAX_ENTRIES)
    for (const oldest of [...cachedCounts.keys()].slice(0, MAX_ENTRIES / 2)) cachedCounts.delete(oldest);
  cachedCounts.set(key, { counted, until: now + CACHE_MS });
}

const KEEP_MS = 60_000;
const MOST = 2_000;

const kept = new Map<string, { count: number; until: number }>();

/** The count that this isolate has cached for a search; null if there is none younger than a minute (docs/product.md, "Result count"). */
export function keptCount(key: string, now: number): number | null {
  const found = kept.get(key);
  return found && found.until > now ? found.count : null;
}

/** Stores the count of a search for a minute. When the cache is full, its older half is dropped. */
export function keepCount(key: string, count: number, now: number): void {
  if (kept.size >= MOST) for (const oldest of [...kept.keys()].slice(0, MOST / 2)) kept.delete(oldest);
  kept.set(key, { count, until: now + KEEP_MS });
}

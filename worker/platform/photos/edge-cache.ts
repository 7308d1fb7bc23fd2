import type { Env } from '../../config/env.ts';

const API = 'https://api.cloudflare.com/client/v4';
const PURGE_TIMEOUT_MS = 5_000;
/** The most addresses that Cloudflare takes in one call. */
const MAX_ADDRESSES_PER_CALL = 30;

/**
 * Purges photos from Cloudflare's cache by their file names (docs/product.md, "Photo files"). Does nothing without a zone token. Throws if
 * Cloudflare refuses.
 */
export async function purgeFromEdge(env: Env, cdnPrefix: string, names: readonly string[]): Promise<void> {
  const { CF_ZONE_ID, CF_ZONE_TOKEN } = env;
  if (!CF_ZONE_ID || !CF_ZONE_TOKEN) return;
  const files = names.map((name) => new URL(`${cdnPrefix}${name}`, env.SITE_URL).href);
  for (let from = 0; from < files.length; from += MAX_ADDRESSES_PER_CALL) {
    const response = await fetch(`${API}/zones/${CF_ZONE_ID}/purge_cache`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${CF_ZONE_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ files: files.slice(from, from + MAX_ADDRESSES_PER_CALL) }),
      signal: AbortSignal.timeout(PURGE_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the zone answered ${response.status}`);
  }
}

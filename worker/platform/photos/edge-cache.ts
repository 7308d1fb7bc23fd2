import type { Env } from '../../config/env.ts';

const API = 'https://api.cloudflare.com/client/v4';
const PURGE_MS = 5_000;
/** The most addresses that Cloudflare takes in one call. */
const AT_ONCE = 30;

/**
 * Purges photos from Cloudflare's cache by their file names (docs/product.md, "Photo files"). Does nothing without a zone token. Throws if
 * Cloudflare refuses.
 */
export async function purgeFromEdge(env: Env, cdnPrefix: string, names: readonly string[]): Promise<void> {
  const { CF_ZONE_ID, CF_ZONE_TOKEN } = env;
  if (!CF_ZONE_ID || !CF_ZONE_TOKEN) return;
  const files = names.map((name) => new URL(`${cdnPrefix}${name}`, env.SITE_URL).href);
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const response = await fetch(`${API}/zones/${CF_ZONE_ID}/purge_cache`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${CF_ZONE_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ files: files.slice(from, from + AT_ONCE) }),
      signal: AbortSignal.timeout(PURGE_MS),
    });
    if (!response.ok) throw new Error(`the zone answered ${response.status}`);
  }
}

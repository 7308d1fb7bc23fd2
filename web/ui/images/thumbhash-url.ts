import { thumbHashToDataURL } from 'thumbhash';

const CACHE_MAX = 500;
const urlCache = new Map<string, string | null>();

function decode(thumbhash: string): string | null {
  try {
    const bytes = atob(thumbhash.replaceAll('-', '+').replaceAll('_', '/'));
    return thumbHashToDataURL(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** Decodes a ThumbHash (base64url) into a data URL; null if it is malformed. Up to 500 results are cached. */
export function thumbhashUrl(thumbhash: string): string | null {
  const cached = urlCache.get(thumbhash);
  if (cached !== undefined) return cached;
  const url = decode(thumbhash);
  if (urlCache.size >= CACHE_MAX) urlCache.clear();
  urlCache.set(thumbhash, url);
  return url;
}

import { thumbHashToDataURL } from 'thumbhash';

const LIMIT = 500;
const made = new Map<string, string | null>();

function decode(thumbhash: string): string | null {
  try {
    const bytes = atob(thumbhash.replaceAll('-', '+').replaceAll('_', '/'));
    return thumbHashToDataURL(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** The 25-byte placeholder of a photo as a picture; null when there is none that can be read. */
export function thumbhashUrl(thumbhash: string): string | null {
  const known = made.get(thumbhash);
  if (known !== undefined) return known;
  const url = decode(thumbhash);
  if (made.size >= LIMIT) made.clear();
  made.set(thumbhash, url);
  return url;
}

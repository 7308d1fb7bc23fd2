type Area = 'local' | 'session';

const storageOf = (area: Area): Storage => (area === 'local' ? localStorage : sessionStorage);

/** The text stored under a key of localStorage (or sessionStorage): null if there is none, undefined if storage is blocked. */
export function readItem(key: string, area: Area = 'local'): string | null | undefined {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return undefined;
  }
}

/** Stores a text under a key of localStorage (or sessionStorage), or removes the key for null. Returns false if storage is blocked or full. */
export function writeItem(key: string, text: string | null, area: Area = 'local'): boolean {
  try {
    if (text === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

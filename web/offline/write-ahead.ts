// Unstored values: those that were sent to IndexedDB but are not confirmed to be in it. They are kept in localStorage, which is
// synchronous, under the name that they have in IndexedDB. So they survive a page that is left and a database that hangs.
import { readItem, writeItem } from '../platform/web-storage.ts';

/** Holds the values while localStorage is blocked or full. */
const fallback = new Map<string, unknown>();

/** The unstored value of a name; undefined if there is none. */
export function readUnstored(name: string): unknown {
  if (fallback.has(name)) return fallback.get(name);
  try {
    return JSON.parse(readItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Records an unstored value; undefined removes it, as IndexedDB has confirmed it. */
export function putUnstored(name: string, value: unknown): void {
  fallback.delete(name);
  const isWritten = writeItem(name, value === undefined ? null : JSON.stringify(value));
  if (!isWritten && value !== undefined) fallback.set(name, value);
}

/** The names with an unstored value that start with `prefix`. */
export function unstoredNames(prefix: string): readonly string[] {
  const inFallback = [...fallback.keys()];
  try {
    return [...inFallback, ...Object.keys(localStorage)].filter((name) => name.startsWith(prefix));
  } catch {
    return inFallback.filter((name) => name.startsWith(prefix));
  }
}

/** Drops unstored values of the fallback. The caller deletes those in localStorage together with a member's other keys there, as drafts. */
export function dropUnstored(shouldDrop: (name: string) => boolean): void {
  for (const name of [...fallback.keys()]) if (shouldDrop(name)) fallback.delete(name);
}

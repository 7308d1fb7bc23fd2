import { readItem, writeItem } from '../platform/web-storage.ts';

/**
 * Values that were sent to a database but are not confirmed to be in it. They lie in localStorage, which is synchronous, under their name
 * in the database, and so survive a page that is left and a database that hangs. This map replaces localStorage if it is blocked or full.
 */
const memory = new Map<string, unknown>();

/** The unconfirmed value of a name; undefined if there is none. */
export function readUnconfirmed(name: string): unknown {
  if (memory.has(name)) return memory.get(name);
  try {
    return JSON.parse(readItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Records an unconfirmed value; undefined removes it, as the database has confirmed it. */
export function putUnconfirmed(name: string, value: unknown): void {
  memory.delete(name);
  const isWritten = writeItem(name, value === undefined ? null : JSON.stringify(value));
  if (!isWritten && value !== undefined) memory.set(name, value);
}

/** The names with an unconfirmed value that start with `start`. */
export function unconfirmedNames(start: string): readonly string[] {
  const inMemory = [...memory.keys()];
  try {
    return [...inMemory, ...Object.keys(localStorage)].filter((name) => name.startsWith(start));
  } catch {
    return inMemory.filter((name) => name.startsWith(start));
  }
}

/** Drops unconfirmed values that are held in memory; the caller deletes those in localStorage. */
export function dropUnconfirmed(isDropped: (name: string) => boolean): void {
  for (const name of [...memory.keys()]) if (isDropped(name)) memory.delete(name);
}

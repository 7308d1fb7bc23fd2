/**
 * What is to be written into a database and is not known to be there: in localStorage, which answers at once, under the name it has in the
 * database. It outlives a page that is left meanwhile, and a database that hangs.
 */
const memory = new Map<string, unknown>();

/** What lies under a name; undefined for nothing. Where storage is blocked or full it lives as long as the page. */
export function readUnconfirmed(name: string): unknown {
  if (memory.has(name)) return memory.get(name);
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined: it is confirmed. */
export function putUnconfirmed(name: string, value: unknown): void {
  memory.delete(name);
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    if (value !== undefined) memory.set(name, value);
  }
}

/** The names that begin so, of which something is not confirmed. */
export function unconfirmedNames(start: string): readonly string[] {
  const inMemory = [...memory.keys()];
  try {
    return [...inMemory, ...Object.keys(localStorage)].filter((name) => name.startsWith(start));
  } catch {
    return inMemory.filter((name) => name.startsWith(start));
  }
}

/** Lets go of what had to be held in memory: its member has left. */
export function dropUnconfirmed(isDropped: (name: string) => boolean): void {
  for (const name of [...memory.keys()]) if (isDropped(name)) memory.delete(name);
}

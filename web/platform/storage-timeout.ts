/** The longest that a screen, a send, a login or a logout waits for the browser's storage, in milliseconds. What comes later is used where it still helps. */
export const STORAGE_LIMIT_MS = 300;

/** Storage has not answered within the limit; it may do so later. */
export class StorageLate extends Error {
  constructor() {
    super('storage is late');
    this.name = 'StorageLate';
  }
}

/** What storage answers, or throws. Throws StorageLate where it has not answered within so many milliseconds: every storage of a browser may hang for good. */
export async function withinLimit<T>(ask: () => Promise<T>, limitMs = STORAGE_LIMIT_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StorageLate()), limitMs);
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The longest time that a screen, a send, a login or a logout waits for the browser's storage, in milliseconds. */
export const STORAGE_LIMIT_MS = 300;

/** Thrown if storage has not answered within the limit; its operation may still complete later. */
export class StorageLate extends Error {
  constructor() {
    super('storage is late');
    this.name = 'StorageLate';
  }
}

/** The result or error of `ask`. Throws StorageLate after `limitMs` milliseconds, because any storage of a browser may hang forever. */
export async function withinLimit<T>(ask: () => Promise<T>, limitMs = STORAGE_LIMIT_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StorageLate()), limitMs);
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}

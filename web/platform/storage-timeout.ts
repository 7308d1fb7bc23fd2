/** The longest time that a screen, a send, a login or a logout waits for the browser's storage, in milliseconds. */
export const STORAGE_TIMEOUT_MS = 300;

/** Thrown if storage has not answered within the limit; its operation may still complete later. */
export class StorageTimeoutError extends Error {
  constructor() {
    super('storage is late');
    this.name = 'StorageLate';
  }
}

/** The result or error of `ask`. Throws StorageTimeoutError after `limitMs` milliseconds, because any storage of a browser may hang forever. */
export async function withTimeout<T>(ask: () => Promise<T>, limitMs = STORAGE_TIMEOUT_MS): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StorageTimeoutError()), limitMs);
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}

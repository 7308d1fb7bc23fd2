import { readItem, writeItem } from '../platform/web-storage.ts';

const KEY = 'push-endpoint';

/** This browser's push endpoint, if it was saved on the server in this session; null if not, or if storage is blocked. */
export const storedPushEndpoint = (): string | null => readItem(KEY) ?? null;

/**
 * Stores the endpoint that was saved on the server; null removes it. If storage is blocked, a device that was removed elsewhere is registered
 * again at the next load.
 */
export function storePushEndpoint(endpoint: string | null): void {
  writeItem(KEY, endpoint);
}

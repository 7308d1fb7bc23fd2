import { safely } from '../platform/safe-storage.ts';

/** An empty cache whose existence is the mark, because the service worker cannot read localStorage. */
const SIGNED_OUT_CACHE = 'signed-out';

/** From now on the service worker shows no snapshot. */
export const markSignedOut = (): Promise<unknown> => safely(async () => caches.open(SIGNED_OUT_CACHE));

/** From now on the service worker may show snapshots again. */
export const unmarkSignedOut = (): Promise<unknown> => safely(async () => caches.delete(SIGNED_OUT_CACHE));

/** Whether a member has left whose snapshots may still be stored. Throws if caches are blocked. */
export const isSignedOutHere = (): Promise<boolean> => caches.has(SIGNED_OUT_CACHE);

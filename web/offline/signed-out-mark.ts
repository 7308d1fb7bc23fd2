import { orNothing } from '../platform/safe-storage.ts';

/** A cache of this name, with nothing in it: the service worker, which cannot read localStorage, sees it. */
const SIGNED_OUT_CACHE = 'signed-out';

/** From here on the service worker shows nobody's screen. */
export const markSignedOut = (): Promise<unknown> => orNothing(async () => caches.open(SIGNED_OUT_CACHE));

export const unmarkSignedOut = (): Promise<unknown> => orNothing(async () => caches.delete(SIGNED_OUT_CACHE));

/** Whether somebody has left whose screens may still lie here. Throws where caches are blocked. */
export const isSignedOutHere = (): Promise<boolean> => caches.has(SIGNED_OUT_CACHE);

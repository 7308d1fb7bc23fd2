import type { Change } from './scenario.ts';

/** The public key of a site that pushes, in pictures. */
export const PUSH_KEY = 'BPublicKeyOfTheSite';

/** As on a site that pushes. */
export const pushes: Change = (text) => text.replace(/"push_pub":"[^"]*"/, `"push_pub":"${PUSH_KEY}"`);

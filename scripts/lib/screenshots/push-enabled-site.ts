import type { TextChange } from './scenario.ts';

/** The public key of the site for pushes, in scenarios. */
export const PUSH_KEY = 'BPublicKeyOfTheSite';

/** Changes the boot data to those of a site with keys for pushes. */
export const enablePush: TextChange = (text) => text.replace(/"push_pub":"[^"]*"/, `"push_pub":"${PUSH_KEY}"`);

import type { PushSubscriptionJson } from '#contract/notifications';
import { decodeBase64url } from '../../lib/crypto.ts';

/** How many browsers of one member can receive pushes. */
export const MAX_PUSH_DEVICES = 10;

/** The push services of Chrome and Chromium-based browsers, Firefox, Safari and Edge. */
const PUSH_HOSTS = ['fcm.googleapis.com', 'jmt17.google.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'];

/**
 * Whether an endpoint belongs to a known push service, over https at the default port; the Worker posts to no other host. It has to be
 * spelled as `URL` writes it, because a second spelling would register the same browser twice.
 */
export function isPushEndpoint(endpoint: string, moreHosts: readonly string[]): boolean {
  const { protocol, hostname, port, username, password, href } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  if (href !== endpoint || href.includes('#')) return false;
  return [...PUSH_HOSTS, ...moreHosts].some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

const POINT_BYTES = 65;
const SECRET_BYTES = 16;
const unpadded = (text: string) => text.replace(/={1,2}$/, '');

/** The names of keys that cannot be used for encryption: p256dh has to be a point of P-256, auth 16 bytes (RFC 8291). */
export async function unusableKeys({ p256dh, auth }: PushSubscriptionJson['keys']): Promise<('p256dh' | 'auth')[]> {
  const point = decodeBase64url(unpadded(p256dh));
  const isPoint = point?.byteLength === POINT_BYTES && (await isOnCurve(point));
  const isSecret = decodeBase64url(unpadded(auth))?.byteLength === SECRET_BYTES;
  return [...(isPoint ? [] : ['p256dh' as const]), ...(isSecret ? [] : ['auth' as const])];
}

const isOnCurve = (point: Uint8Array<ArrayBuffer>): Promise<boolean> =>
  crypto.subtle.importKey('raw', point, { name: 'ECDH', namedCurve: 'P-256' }, false, []).then(
    () => true,
    () => false,
  );

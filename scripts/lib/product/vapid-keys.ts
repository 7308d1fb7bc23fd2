import { generateKeyPairSync } from 'node:crypto';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const bytesIn = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');

/** A pair of keys that pushes are signed with (RFC 8292): the point that browsers are given, and its secret, both URL-safe. */
export function makeVapidKeys(): VapidKeys {
  const { x, y, d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const publicKey = Buffer.concat([Uint8Array.of(4), bytesIn(x), bytesIn(y)]).toString('base64url');
  return { publicKey, privateKey: d };
}

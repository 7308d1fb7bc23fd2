import { generateKeyPairSync } from 'node:crypto';

/** The keys of a site for pushes, in base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const bytesIn = (text: string | undefined) => Buffer.from(text ?? '', 'base64url');

/** Makes a pair of keys for signing pushes (RFC 8292): the uncompressed public point, which browsers get, and the private key. */
export function makeVapidKeys(): VapidKeys {
  const { x, y, d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  // The byte 4 marks an uncompressed point.
  const publicKey = Buffer.concat([Uint8Array.of(4), bytesIn(x), bytesIn(y)]).toString('base64url');
  return { publicKey, privateKey: d };
}

import * as v from 'valibot';
import { base64url, bytesOf, sha256Bytes } from './crypto.ts';

const AES = 'AES-GCM';
const NONCE_BYTES = 12;
const utf8 = new TextEncoder();

async function keyOf(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', await sha256Bytes(`hidden claims ${secret}`), AES, false, ['encrypt', 'decrypt']);
}

/** Claims that only holders of the secret can read or make, URL-safe. */
export async function hideClaims(secret: string, claims: unknown): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const hidden = await crypto.subtle.encrypt({ name: AES, iv: nonce }, await keyOf(secret), utf8.encode(JSON.stringify(claims)));
  return base64url(new Uint8Array([...nonce, ...new Uint8Array(hidden)]));
}

/** The claims of a hidden value, or null when it is forged, damaged, of another secret or made for another use. */
export async function readHidden<T>(secret: string, hidden: string, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
  const bytes = bytesOf(hidden);
  if (!bytes) return null;
  try {
    const iv = bytes.slice(0, NONCE_BYTES);
    const text = await crypto.subtle.decrypt({ name: AES, iv }, await keyOf(secret), bytes.slice(NONCE_BYTES));
    const claims = v.safeParse(schema, JSON.parse(new TextDecoder().decode(text)));
    return claims.success ? claims.output : null;
  } catch {
    // WebCrypto tells of a value that nobody here has made by throwing.
    return null;
  }
}

import * as v from 'valibot';
import { decodeBase64url, encodeBase64url, sha256Bytes } from './crypto.ts';

const AES = 'AES-GCM';
const NONCE_BYTES = 12;
const utf8 = new TextEncoder();

const keys = new Map<string, CryptoKey>();

const importKey = async (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', await sha256Bytes(`hidden claims ${secret}`), AES, false, ['encrypt', 'decrypt']);

/** The key of a secret, kept for the isolate. The promise is not kept: in a Worker it belongs to the request that made it. */
async function keyOf(secret: string): Promise<CryptoKey> {
  const key = keys.get(secret) ?? (await importKey(secret));
  keys.set(secret, key);
  return key;
}

/** Encrypts claims with AES-GCM, so that only holders of the secret can read or make them. The result is URL-safe base64. */
export async function encryptToken(secret: string, claims: unknown): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const ciphertext = await crypto.subtle.encrypt({ name: AES, iv: nonce }, await keyOf(secret), utf8.encode(JSON.stringify(claims)));
  return encodeBase64url(new Uint8Array([...nonce, ...new Uint8Array(ciphertext)]));
}

/** Decrypts a token and returns its claims. Returns null if it was not made with this secret, or if the claims do not fit the schema. */
export async function decryptToken<T>(secret: string, encrypted: string, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
  const bytes = decodeBase64url(encrypted);
  if (!bytes) return null;
  try {
    const iv = bytes.slice(0, NONCE_BYTES);
    const text = await crypto.subtle.decrypt({ name: AES, iv }, await keyOf(secret), bytes.slice(NONCE_BYTES));
    const claims = v.safeParse(schema, JSON.parse(new TextDecoder().decode(text)));
    return claims.success ? claims.output : null;
  } catch {
    // WebCrypto throws if the value was not made with this key.
    return null;
  }
}

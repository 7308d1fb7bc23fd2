import * as v from 'valibot';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const utf8 = new TextEncoder();

const keys = new Map<string, CryptoKey>();

/** The key of a secret, kept for the isolate. The promise is not kept: in a Worker it belongs to the request that made it. */
async function keyOf(secret: string): Promise<CryptoKey> {
  const key = keys.get(secret) ?? (await crypto.subtle.importKey('raw', utf8.encode(secret), HMAC, false, ['sign', 'verify']));
  keys.set(secret, key);
  return key;
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/** The HMAC-SHA256 of a text under a secret, base64url, 43 characters. Throws if the secret is empty. */
export async function sign(secret: string, text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign(HMAC, await keyOf(secret), utf8.encode(text))));
}

/** Whether a given text equals the secret. Compares their signatures, so the time it takes reveals nothing about the secret. */
export async function matchesSecret(secret: string, given: string): Promise<boolean> {
  return (await sign(secret, given)) === (await sign(secret, secret));
}

/** Signs claims; it does not encrypt them. The result is the claims as base64url JSON, a dot, and the HMAC-SHA256 signature. */
export async function signClaims(secret: string, claims: unknown): Promise<string> {
  const body = toBase64Url(utf8.encode(JSON.stringify(claims)));
  return `${body}.${await sign(secret, body)}`;
}

/** Verifies a signed value and gives its claims. Returns null if the signature is wrong or the claims do not fit the schema. */
export async function verifyClaims<T>(secret: string, sealed: string, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
  const [, body, signature] = /^([\w-]+)\.([\w-]{43})$/.exec(sealed) ?? [];
  if (!body || !signature) return null;
  if (!(await crypto.subtle.verify(HMAC, await keyOf(secret), fromBase64Url(signature), utf8.encode(body)))) return null;
  const claims = v.safeParse(schema, JSON.parse(new TextDecoder().decode(fromBase64Url(body))));
  return claims.success ? claims.output : null;
}

import * as v from 'valibot';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const utf8 = new TextEncoder();
const keyOf = (secret: string) => crypto.subtle.importKey('raw', utf8.encode(secret), HMAC, false, ['sign', 'verify']);

const toBase64Url = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));

/** The HMAC-SHA256 of a text, base64url. */
export async function sign(secret: string, text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.sign(HMAC, await keyOf(secret), utf8.encode(text))));
}

/** Whether a given text is the secret; what is compared tells nothing of it, so neither does the time that takes. */
export async function isSecret(secret: string, given: string): Promise<boolean> {
  return (await sign(secret, given)) === (await sign(secret, secret));
}

/** Claims that anyone may read and only holders of the secret can make: base64url JSON, a dot, the signature. */
export async function seal(secret: string, claims: unknown): Promise<string> {
  const body = toBase64Url(utf8.encode(JSON.stringify(claims)));
  return `${body}.${await sign(secret, body)}`;
}

/** The claims of a sealed value, or null when it is forged, damaged or made for another use. */
export async function unseal<T>(secret: string, sealed: string, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
  const [, body, signature] = /^([\w-]+)\.([\w-]{43})$/.exec(sealed) ?? [];
  if (!body || !signature) return null;
  if (!(await crypto.subtle.verify(HMAC, await keyOf(secret), fromBase64Url(signature), utf8.encode(body)))) return null;
  const claims = v.safeParse(schema, JSON.parse(new TextDecoder().decode(fromBase64Url(body))));
  return claims.success ? claims.output : null;
}

/** Bytes as URL-safe base64 without padding. */
export const encodeBase64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The bytes of URL-safe base64 without padding. Returns null if the text is not that. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return null;
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

/** An opaque id: 128 random bits, URL-safe, 22 characters. */
export const randomId = (): string => encodeBase64url(crypto.getRandomValues(new Uint8Array(16)));

/** The SHA-256 of a text, 32 bytes. */
export async function sha256Bytes(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** The SHA-256 of a text as URL-safe base64, 43 characters. Tokens are stored in this form. */
export const sha256 = async (text: string): Promise<string> => encodeBase64url(await sha256Bytes(text));

/** Bytes as URL-safe base64 without padding. */
export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** An opaque id: 128 random bits, URL-safe, 22 characters. */
export const randomId = (): string => base64url(crypto.getRandomValues(new Uint8Array(16)));

/** SHA-256 of a text, URL-safe; how tokens are kept and texts compared. */
export async function sha256(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

/** 128 random bits, base64url: names one filled-in form, so that a repeated submit is the same sign-up. */
export function makeFormId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Which campaign brought a visitor: a cookie and its mirror in localStorage, under one name. */
export const TRACKING = 'tracking';
/** That a visitor wants no such thing, kept in the same two places. */
const REFUSED = 'tracking-refused';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

function setCookie(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
  document.cookie = `${name}=${value}; max-age=${seconds}; path=/; samesite=lax`;
}

/** Storage may be blocked; then there is nothing to keep or to delete in it. */
function inStorage<T>(act: (storage: Storage) => T): T | null {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

function keep(name: string): void {
  setCookie(name, '1', YEAR_SECONDS);
  inStorage((storage) => storage.setItem(name, '1'));
}

function drop(name: string): void {
  setCookie(name, '', 0);
  inStorage((storage) => storage.removeItem(name));
}

/** Deletes what says where the visitor came from, and keeps that none of it is wanted on this device. */
export function refuseTracking(): void {
  drop(TRACKING);
  keep(REFUSED);
}

/** Takes a refusal back; what was deleted does not return. */
export const allowTracking = (): void => drop(REFUSED);

/** Whoever writes `TRACKING` asks this first. */
export function isTrackingRefused(): boolean {
  const hasCookie = document.cookie.split('; ').some((cookie) => cookie.startsWith(`${REFUSED}=`));
  return hasCookie || inStorage((storage) => storage.getItem(REFUSED)) !== null;
}

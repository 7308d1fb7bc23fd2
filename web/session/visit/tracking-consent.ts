import { readItem, writeItem } from '../../platform/web-storage.ts';

/** The name of the cookie, and of its copy in localStorage, that hold the visitor's campaign. */
export const TRACKING_KEY = 'tracking';
/** The name under which a refusal of campaign tracking is stored in the same two places. */
const REFUSAL_KEY = 'tracking-refused';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

function setCookie(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
  document.cookie = `${name}=${value}; max-age=${seconds}; path=/; samesite=lax`;
}

function setMark(name: string): void {
  setCookie(name, '1', YEAR_SECONDS);
  writeItem(name, '1');
}

function removeEntry(name: string): void {
  setCookie(name, '', 0);
  writeItem(name, null);
}

/** Deletes the stored campaign and stores the refusal on this device. */
export function refuseTracking(): void {
  removeEntry(TRACKING_KEY);
  setMark(REFUSAL_KEY);
}

/** Deletes the refusal; the deleted campaign is not restored. */
export const allowTracking = (): void => removeEntry(REFUSAL_KEY);

/** Whether tracking was refused on this device. To be asked before `TRACKING` is written. */
export function isTrackingRefused(): boolean {
  const hasCookie = document.cookie.split('; ').some((cookie) => cookie.startsWith(`${REFUSAL_KEY}=`));
  return hasCookie || (readItem(REFUSAL_KEY) ?? null) !== null;
}

import { DAY } from '#contract/durations';
import { createStore, useStore } from '../../platform/store.ts';
import { readItem, writeItem } from '../../platform/web-storage.ts';
import { currentSettings } from '../settings.ts';

/** The name of the cookie, and of its copy in localStorage, that hold the visitor's campaign. */
export const TRACKING_KEY = 'tracking';
/** The names under which a refusal and a permission of campaign tracking are stored in the same two places. */
const REFUSAL_KEY = 'tracking-refused';
const PERMISSION_KEY = 'tracking-allowed';
const DAY_SECONDS = DAY / 1000;
const REFUSAL_DAYS = 365;
const PERMISSION_DAYS = 180;

/**
 * What this device says about campaign tracking. `unanswered`: the law of the visitor's country wants a question first, so that nothing is
 * stored or read. `default`: nobody has answered, and no question is needed (docs/product.md, "Consent to campaign tracking").
 */
export type TrackingConsent = 'allowed' | 'refused' | 'unanswered' | 'default';

/** Counts the answers given on this page, so that what shows the consent is drawn anew. */
const answers = createStore(0);

function setCookie(name: string, value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari
  document.cookie = `${name}=${value}; max-age=${seconds}; path=/; samesite=lax`;
}

/** The time in ms until which a mark counts is its value. */
function setMark(name: string, days: number): void {
  const until = String(Date.now() + days * DAY);
  setCookie(name, until, days * DAY_SECONDS);
  writeItem(name, until);
}

function removeEntry(name: string): void {
  setCookie(name, '', 0);
  writeItem(name, null);
}

/** Whether a mark is stored. That of an earlier release, `1`, has no end in localStorage. */
function hasMark(name: string): boolean {
  const hasCookie = document.cookie.split('; ').some((cookie) => cookie.startsWith(`${name}=`));
  const until = readItem(name) ?? null;
  return hasCookie || until === '1' || Number(until) > Date.now();
}

/** Deletes the stored campaign, if there is one. */
export function forgetCampaign(): void {
  const hasCookie = document.cookie.split('; ').some((cookie) => cookie.startsWith(`${TRACKING_KEY}=`));
  if (hasCookie || (readItem(TRACKING_KEY) ?? null) !== null) removeEntry(TRACKING_KEY);
}

/** Deletes the stored campaign and stores the refusal on this device. */
export function refuseTracking(): void {
  removeEntry(TRACKING_KEY);
  removeEntry(PERMISSION_KEY);
  setMark(REFUSAL_KEY, REFUSAL_DAYS);
  answers.set(answers.get() + 1);
}

/** Deletes the refusal, and stores the permission where there would be none without it. A deleted campaign is not restored. */
export function allowTracking(): void {
  removeEntry(REFUSAL_KEY);
  if (trackingConsent() !== 'default') setMark(PERMISSION_KEY, PERMISSION_DAYS);
  answers.set(answers.get() + 1);
}

/** Whether the browser asks all sites not to track or sell: Global Privacy Control or Do Not Track. */
const isRefusedByBrowser = (): boolean =>
  (navigator as { readonly globalPrivacyControl?: boolean }).globalPrivacyControl === true || navigator.doNotTrack === '1';

/** The consent in force. An answer on this site counts before what the browser asks of all sites. */
export function trackingConsent(): TrackingConsent {
  if (hasMark(REFUSAL_KEY)) return 'refused';
  if (hasMark(PERMISSION_KEY)) return 'allowed';
  if (isRefusedByBrowser()) return 'refused';
  return currentSettings().asks_tracking_consent ? 'unanswered' : 'default';
}

/** The same, drawn anew after an answer. */
export function useTrackingConsent(): TrackingConsent {
  useStore(answers);
  return trackingConsent();
}

/** Whether tracking was refused on this device, here or by the browser. */
export const isTrackingRefused = (): boolean => trackingConsent() === 'refused';

/** Whether a campaign may be stored and read, and a visit measured. To be asked before either. */
export function isTrackingAllowed(): boolean {
  const consent = trackingConsent();
  return consent === 'allowed' || consent === 'default';
}

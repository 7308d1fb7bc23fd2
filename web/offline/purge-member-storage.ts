import { PLACE_KEY } from '../platform/geolocation.ts';
import { orNothing } from '../platform/safe-storage.ts';
import { withinLimit } from '../platform/storage-timeout.ts';
import { claimKept, clearKept } from './answer-store.ts';
import { records, writeAtOnce } from './database.ts';
import { keys } from './key-value.ts';
import { keptOwner, purgeDue, setPurged } from './storage-owner.ts';
import { keepPush } from './stored-push-endpoint.ts';
import { dropUnconfirmed } from './write-ahead.ts';

/** Keys of personal data beside the answers: `<what>/<member>`, in IndexedDB and in localStorage. */
const PERSONAL = /^[a-z-]+\/([\w-]{22})(?:\/|$)/;
/** Keys of sessionStorage with text typed in this tab, and its scroll positions. */
const OF_THIS_TAB = /^kept:|^scroll-positions$/;
/** The service worker's caches of members' photos. */
const PICTURES = /^photos/;

/** A test whether a key belongs to one of the members for whom `isTheirs` returns true. */
const isOf = (isTheirs: (member: string) => boolean) => (name: unknown) => {
  const member = typeof name === 'string' ? PERSONAL.exec(name)?.[1] : undefined;
  return member !== undefined && isTheirs(member);
};

async function forgetTexts(isDropped: (name: unknown) => boolean): Promise<void> {
  dropUnconfirmed(isDropped);
  for (const name of Object.keys(localStorage)) if (isDropped(name)) localStorage.removeItem(name);
}

async function forgetWaiting(isDropped: (name: unknown) => boolean): Promise<void> {
  const dropped = (await keys(records().patient)).filter(isDropped);
  if (dropped.length === 0) return;
  await writeAtOnce(records(), (table) => {
    for (const name of dropped) table.delete(name);
  });
}

/** Runs `act`; false if it failed, so that the next page tries again. */
const isDone = async (act: () => Promise<unknown>) =>
  (await orNothing(async () => {
    await act();
    return true;
  })) ?? false;

async function forgetRecords(isTheirs: (member: string) => boolean): Promise<boolean> {
  const isDropped = isOf(isTheirs);
  const done = await Promise.all([isDone(() => forgetTexts(isDropped)), isDone(() => forgetWaiting(isDropped))]);
  return done.every(Boolean);
}

/** Deletes the tab's typed text and scroll positions, except what member `staying` typed: a new member may type before the purge ends. */
async function forgetTab(staying?: string): Promise<void> {
  const isTheirs = (name: string) => staying !== undefined && name.endsWith(`:${staying}`);
  for (const name of Object.keys(sessionStorage)) if (OF_THIS_TAB.test(name) && !isTheirs(name)) sessionStorage.removeItem(name);
}

async function forgetPictures(): Promise<void> {
  for (const name of await caches.keys()) if (PICTURES.test(name)) await caches.delete(name);
}

/** Deletes the town in which this browser was located. */
async function forgetPlace(): Promise<void> {
  localStorage.removeItem(PLACE_KEY);
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/** Deletes photos and place and closes notifications. Returns whether photos and place are deleted; late notifications are left open. */
async function forgetSights(): Promise<boolean> {
  const forgetting = Promise.all([isDone(forgetPictures), isDone(forgetPlace)]);
  await orNothing(() => withinLimit(closeNotifications));
  return (await forgetting).every(Boolean);
}

/** Deletes the stored data of a member whose session is over, except text typed in the tab. Unsent and typed data go only if `hasLeft`. */
async function purge(member: string, hasLeft: boolean): Promise<void> {
  // Another member may have signed in and taken the store over.
  const isTheirs = [null, member].includes(keptOwner());
  const done = await Promise.all([!isTheirs || isDone(clearKept), forgetSights(), !hasLeft || forgetRecords((owner) => owner === member)]);
  if (done.every(Boolean) && purgeDue()?.member === member) setPurged();
}

/**
 * To be called when a session has ended: deletes the member's stored answers and, if `hasLeft`, also unsent messages, likes and drafts;
 * after an expired session these stay for the same member. Waits for storage without a limit; the next page finishes what this one cannot.
 */
export async function forgetSession(member: string, { hasLeft }: { readonly hasLeft: boolean }): Promise<void> {
  await Promise.all([purge(member, hasLeft), orNothing(() => forgetTab())]);
}

/** To be called when nobody is signed in: deletes what earlier pages stored of a member, except what the member wrote. */
export async function forgetAnswers(): Promise<void> {
  // The push endpoint was reported in a session that is over; the next session reports it anew.
  keepPush(null);
  const due = purgeDue();
  if (due) await purge(due.member, due.hasLeft);
  else if (await orNothing(clearKept)) await forgetSights();
}

/**
 * To be called when a member is signed in: deletes everything stored of other members. Waits without a limit for the answers only, because
 * they are shown unasked.
 */
export async function takeOver(member: string): Promise<void> {
  const isNew = (await orNothing(() => claimKept(member))) ?? true;
  const forgetting = Promise.all([
    !isNew || forgetSights(),
    !isNew || isDone(() => forgetTab(member)),
    forgetRecords((owner) => owner !== member),
  ]).then((done) => done.every(Boolean) && purgeDue() && setPurged());
  await orNothing(() => withinLimit(() => forgetting));
}

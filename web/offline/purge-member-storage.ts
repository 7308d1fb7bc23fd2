import { PLACE_KEY } from '../platform/geolocation.ts';
import { orNothing } from '../platform/safe-storage.ts';
import { withinLimit } from '../platform/storage-timeout.ts';
import { claimKept, clearKept } from './answer-store.ts';
import { records, writeAtOnce } from './database.ts';
import { keys } from './key-value.ts';
import { keptOwner, purgeDue, setPurged } from './storage-owner.ts';
import { keepPush } from './stored-push-endpoint.ts';
import { dropUnconfirmed } from './write-ahead.ts';

/** What is kept of a member beside answers lies under `<what>/<member>`, in IndexedDB and in localStorage. */
const PERSONAL = /^[a-z-]+\/([\w-]{22})(?:\/|$)/;
/** What this tab was typing, and where it has been. */
const OF_THIS_TAB = /^kept:|^scroll-positions$/;
/** The service worker's caches of pictures of people. */
const PICTURES = /^photos/;

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

/** Whether it came to its end; what storage refuses is tried again by the next page. */
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

/** But for what the member who stays has been typing: whoever comes writes before all that was here has gone. */
async function forgetTab(staying?: string): Promise<void> {
  const isTheirs = (name: string) => staying !== undefined && name.endsWith(`:${staying}`);
  for (const name of Object.keys(sessionStorage)) if (OF_THIS_TAB.test(name) && !isTheirs(name)) sessionStorage.removeItem(name);
}

async function forgetPictures(): Promise<void> {
  for (const name of await caches.keys()) if (PICTURES.test(name)) await caches.delete(name);
}

/** Where this browser was when its member asked. */
async function forgetPlace(): Promise<void> {
  localStorage.removeItem(PLACE_KEY);
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/** Whether pictures and place are gone; notifications that cannot be had are closed by whoever looks at them. */
async function forgetSights(): Promise<boolean> {
  const forgetting = Promise.all([isDone(forgetPictures), isDone(forgetPlace)]);
  await orNothing(() => withinLimit(closeNotifications));
  return (await forgetting).every(Boolean);
}

/** Erases what this browser keeps of a member whose session is over, but for what this tab was typing; with what they wrote, where they have left. */
async function purge(member: string, hasLeft: boolean): Promise<void> {
  // Somebody else may be here by now, who has taken the store over.
  const isTheirs = [null, member].includes(keptOwner());
  const done = await Promise.all([!isTheirs || isDone(clearKept), forgetSights(), !hasLeft || forgetRecords((whose) => whose === member)]);
  if (done.every(Boolean) && purgeDue()?.member === member) setPurged();
}

/**
 * A session is over: nothing that was answered stays on this device. One that merely ran out is taken up again with what its member wrote.
 * Waits for storage for as long as it takes; what is not done when the page ends is done by the next.
 */
export async function forgetSession(member: string, { hasLeft }: { readonly hasLeft: boolean }): Promise<void> {
  await Promise.all([purge(member, hasLeft), orNothing(() => forgetTab())]);
}

/** Nobody is signed in here: what an earlier page kept or showed of somebody goes, but for what they wrote. */
export async function forgetAnswers(): Promise<void> {
  // The endpoint was told in a session that is over; the next one tells it as new.
  keepPush(null);
  const due = purgeDue();
  if (due) await purge(due.member, due.hasLeft);
  else if (await orNothing(clearKept)) await forgetSights();
}

/** A member is here: nothing of anybody else's stays. Only the answers are waited for, which are shown without being asked for. */
export async function takeOver(member: string): Promise<void> {
  const isNew = (await orNothing(() => claimKept(member))) ?? true;
  const forgetting = Promise.all([
    !isNew || forgetSights(),
    !isNew || isDone(() => forgetTab(member)),
    forgetRecords((whose) => whose !== member),
  ]).then((done) => done.every(Boolean) && purgeDue() && setPurged());
  await orNothing(() => withinLimit(() => forgetting));
}

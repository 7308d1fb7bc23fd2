import { delMany, keys } from 'idb-keyval';
import { keepPush } from './kept-push.ts';
import { claimKept, clearKept } from './kept-store.ts';
import { orNothing } from './or-nothing.ts';
import type { EndReason } from './user.ts';

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
  for (const name of Object.keys(localStorage)) if (isDropped(name)) localStorage.removeItem(name);
}

const forgetRecords = (isTheirs: (member: string) => boolean) => {
  const isDropped = isOf(isTheirs);
  return Promise.all([orNothing(() => forgetTexts(isDropped)), orNothing(async () => delMany((await keys()).filter(isDropped)))]);
};

/** But for what the member who stays has been typing: whoever comes writes before all that was here has gone. */
async function forgetTab(staying?: string): Promise<void> {
  const isTheirs = (name: string) => staying !== undefined && name.endsWith(`:${staying}`);
  for (const name of Object.keys(sessionStorage)) if (OF_THIS_TAB.test(name) && !isTheirs(name)) sessionStorage.removeItem(name);
}

async function forgetPictures(): Promise<void> {
  for (const name of await caches.keys()) if (PICTURES.test(name)) await caches.delete(name);
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

const forgetSights = (staying?: string) =>
  Promise.all([orNothing(forgetPictures), orNothing(closeNotifications), orNothing(() => forgetTab(staying))]);

/** A session is over: nothing that was answered stays on this device. One that merely ran out is taken up again with what its member wrote. */
export async function forgetSession(member: string, reason: EndReason): Promise<void> {
  const hasLeft = reason !== 'signed_out';
  await Promise.all([orNothing(clearKept), forgetSights(), hasLeft && forgetRecords((whose) => whose === member)]);
}

/** Nobody is signed in here: what an earlier page kept or showed of somebody goes, but for what they wrote. */
export async function forgetAnswers(): Promise<void> {
  // The endpoint was told in a session that is over; the next one tells it as new.
  keepPush(null);
  if (await orNothing(clearKept)) await Promise.all([orNothing(forgetPictures), orNothing(closeNotifications)]);
}

/** A member is here: nothing of anybody else's stays. */
export async function takeOver(member: string): Promise<void> {
  const isNew = (await orNothing(() => claimKept(member))) ?? true;
  await Promise.all([isNew && forgetSights(member), forgetRecords((whose) => whose !== member)]);
}

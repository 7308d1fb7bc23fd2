import { PLACE_KEY } from '../platform/geolocation.ts';
import { safely } from '../platform/safe-storage.ts';
import { withTimeout } from '../platform/storage-timeout.ts';
import { claimAnswers, clearAnswers } from './answer-store.ts';
import { recordDatabase, writeAndCommit } from './database.ts';
import { keys } from './key-value.ts';
import { answersOwner, clearPendingPurge, pendingPurge } from './storage-owner.ts';
import { storePushEndpoint } from './stored-push-endpoint.ts';
import { dropUnstored } from './write-ahead.ts';

/** Keys of personal data beside the answers: `<what>/<member>`, in IndexedDB and in localStorage. */
const MEMBER_KEY = /^[a-z-]+\/([\w-]{22})(?:\/|$)/;
/** Keys of sessionStorage with text typed in this tab, and its scroll positions. */
const TAB_KEYS = /^form\/|^scroll-positions$/;
/** The service worker's caches of members' photos. */
const PHOTO_CACHES = /^photos/;

/** A test whether a key belongs to one of the members for whom `isTheirs` returns true. */
const belongsTo = (isTheirs: (member: string) => boolean) => (name: unknown) => {
  const member = typeof name === 'string' ? MEMBER_KEY.exec(name)?.[1] : undefined;
  return member !== undefined && isTheirs(member);
};

async function deleteLocalRecords(isDropped: (name: unknown) => boolean): Promise<void> {
  dropUnstored(isDropped);
  for (const name of Object.keys(localStorage)) if (isDropped(name)) localStorage.removeItem(name);
}

async function deleteStoredRecords(isDropped: (name: unknown) => boolean): Promise<void> {
  const dropped = (await keys(recordDatabase().unbounded)).filter(isDropped);
  if (dropped.length === 0) return;
  await writeAndCommit(recordDatabase(), (table) => {
    for (const name of dropped) table.delete(name);
  });
}

/** Runs `act`; false if it failed, so that the next page tries again. */
const succeeds = async (act: () => Promise<unknown>) =>
  (await safely(async () => {
    await act();
    return true;
  })) ?? false;

async function deleteRecords(isTheirs: (member: string) => boolean): Promise<boolean> {
  const isDropped = belongsTo(isTheirs);
  const done = await Promise.all([succeeds(() => deleteLocalRecords(isDropped)), succeeds(() => deleteStoredRecords(isDropped))]);
  return done.every(Boolean);
}

/** Deletes the tab's typed text and scroll positions, except what member `staying` typed: a new member may type before the purge ends. */
async function deleteTabData(staying?: string): Promise<void> {
  const isTheirs = (name: string) => staying !== undefined && name.endsWith(`:${staying}`);
  for (const name of Object.keys(sessionStorage)) if (TAB_KEYS.test(name) && !isTheirs(name)) sessionStorage.removeItem(name);
}

async function deletePhotos(): Promise<void> {
  for (const name of await caches.keys()) if (PHOTO_CACHES.test(name)) await caches.delete(name);
}

/** Deletes the town in which this browser was located. */
async function deletePlace(): Promise<void> {
  localStorage.removeItem(PLACE_KEY);
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/** Deletes photos and place and closes notifications. Returns whether photos and place are deleted; late notifications are left open. */
async function deletePhotosAndPlace(): Promise<boolean> {
  const forgetting = Promise.all([succeeds(deletePhotos), succeeds(deletePlace)]);
  await safely(() => withTimeout(closeNotifications));
  return (await forgetting).every(Boolean);
}

/** Deletes the stored data of a member whose session is over, except text typed in the tab. Unsent and typed data go only if `deletesUnsent`. */
async function purge(member: string, deletesUnsent: boolean): Promise<void> {
  // Another member may have signed in and taken the store over.
  const isTheirs = [null, member].includes(answersOwner());
  const done = await Promise.all([
    !isTheirs || succeeds(clearAnswers),
    deletePhotosAndPlace(),
    !deletesUnsent || deleteRecords((owner) => owner === member),
  ]);
  if (done.every(Boolean) && pendingPurge()?.member === member) clearPendingPurge();
}

/**
 * To be called when a session has ended: deletes the member's stored answers and, if `deletesUnsent`, also unsent messages, likes and drafts;
 * after an expired session these stay for the same member. Waits for storage without a limit; the next page finishes what this one cannot.
 */
export async function purgeAfterSession(member: string, { deletesUnsent }: { readonly deletesUnsent: boolean }): Promise<void> {
  await Promise.all([purge(member, deletesUnsent), safely(() => deleteTabData())]);
}

/** To be called when nobody is signed in: deletes what earlier pages stored of a member, except what the member wrote. */
export async function purgeWithoutSession(): Promise<void> {
  // The push endpoint was reported in a session that is over; the next session reports it anew.
  storePushEndpoint(null);
  const due = pendingPurge();
  if (due) await purge(due.member, due.deletesUnsent);
  else if (await safely(clearAnswers)) await deletePhotosAndPlace();
}

/**
 * To be called when a member is signed in: deletes everything stored of other members. Waits without a limit for the answers only, because
 * they are shown unasked.
 */
export async function purgeOtherMembers(member: string): Promise<void> {
  const isNew = (await safely(() => claimAnswers(member))) ?? true;
  const forgetting = Promise.all([
    !isNew || deletePhotosAndPlace(),
    !isNew || succeeds(() => deleteTabData(member)),
    deleteRecords((owner) => owner !== member),
  ]).then((done) => done.every(Boolean) && pendingPurge() && clearPendingPurge());
  await safely(() => withTimeout(() => forgetting));
}

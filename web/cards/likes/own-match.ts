import type { ProfileCard } from '#contract/profile';
import { createStore } from '../../platform/store.ts';
import { readItem, writeItem } from '../../platform/web-storage.ts';
import { currentUser } from '../../session/user.ts';

/** The member with whom a like on this page has just made a match; null if none, or once its sheet is closed. */
export const ownMatch = createStore<ProfileCard | null>(null);

/** Matches whose sheet was shown on this page, where storage is blocked. */
const shownHere = new Set<string>();
const keyOf = (member: string, other: string) => `match-shown/${member}/${other}`;

/**
 * Shows the sheet of a match that a like on this page has made. It is shown once for each member on this device, also if the like is taken back
 * and given again.
 */
export function announceOwnMatch(profile: ProfileCard): void {
  const me = currentUser()?.id;
  if (!me) return;
  const key = keyOf(me, profile.id);
  if (shownHere.has(key) || readItem(key)) return;
  shownHere.add(key);
  writeItem(key, '1');
  ownMatch.set(profile);
}

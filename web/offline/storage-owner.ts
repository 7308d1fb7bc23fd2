import * as v from 'valibot';
import { readItem, writeItem } from '../platform/web-storage.ts';
import { markSignedOut, unmarkSignedOut } from './signed-out-mark.ts';

const OWNER_KEY = 'stored-answers-owner';
const PURGE_KEY = 'purge-due';
const PendingPurgeSchema = v.object({ member: v.string(), deletesUnsent: v.boolean() });
/** The purge of a member whose session is over that may not be finished. `deletesUnsent` is false if the session only expired. */
export type PendingPurge = v.InferOutput<typeof PendingPurgeSchema>;

/** The member whose answers are stored, read without waiting for a database; null if nobody's are. */
export const answersOwner = (): string | null => readItem(OWNER_KEY) ?? null;

/** Names the owner of the stored answers. To be called once the database holds nobody else's. */
export function setAnswersOwner(member: string): void {
  writeItem(OWNER_KEY, member);
  void unmarkSignedOut();
}

/** Removes the owner: from now on no stored answers are shown, and none are stored. */
export function clearAnswersOwner(): void {
  writeItem(OWNER_KEY, null);
}

/** The purge that is still to be finished; null if there is none. */
export function pendingPurge(): PendingPurge | null {
  try {
    const parsed = v.safeParse(PendingPurgeSchema, JSON.parse(readItem(PURGE_KEY) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Marks a member's data for the purge: from now on none of it is shown, before any of it is deleted. */
export function markForPurge({ member, deletesUnsent }: PendingPurge): void {
  const previous = pendingPurge();
  writeItem(PURGE_KEY, JSON.stringify({ member, deletesUnsent: deletesUnsent || (previous?.member === member && previous.deletesUnsent) }));
  if (answersOwner() !== null && answersOwner() !== member) return;
  clearAnswersOwner();
  void markSignedOut();
}

/** Records that the purge is finished. */
export function clearPendingPurge(): void {
  writeItem(PURGE_KEY, null);
  void unmarkSignedOut();
}

/**
 * Whether the stored answers of this member may be shown. Without a recorded owner (localStorage may be blocked) only if no purge is due.
 */
export const mayShowAnswersOf = (member: string): boolean =>
  answersOwner() === member || (answersOwner() === null && pendingPurge() === null);

import * as v from 'valibot';
import { readItem, writeItem } from '../platform/web-storage.ts';
import { markSignedOut, unmarkSignedOut } from './signed-out-mark.ts';

const OWNER = 'kept-owner';
const DUE = 'purge-due';
const Due = v.object({ member: v.string(), hasLeft: v.boolean() });
/** The purge of a member whose session is over that may not be finished. `hasLeft` is false if the session only expired. */
export type PurgeDue = v.InferOutput<typeof Due>;

/** The member whose answers are stored, read without waiting for a database; null if nobody's are. */
export const keptOwner = (): string | null => readItem(OWNER) ?? null;

/** Names the owner of the stored answers. To be called once the database holds nobody else's. */
export function setKeptOwner(member: string): void {
  writeItem(OWNER, member);
  void unmarkSignedOut();
}

/** Removes the owner: from now on no stored answers are shown, and none are stored. */
export function dropKeptOwner(): void {
  writeItem(OWNER, null);
}

/** The purge that is still to be finished; null if there is none. */
export function purgeDue(): PurgeDue | null {
  try {
    const parsed = v.safeParse(Due, JSON.parse(readItem(DUE) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Marks a member's data for the purge: from now on none of it is shown, before any of it is deleted. */
export function setPurgeDue({ member, hasLeft }: PurgeDue): void {
  const previous = purgeDue();
  writeItem(DUE, JSON.stringify({ member, hasLeft: hasLeft || (previous?.member === member && previous.hasLeft) }));
  if (keptOwner() !== null && keptOwner() !== member) return;
  dropKeptOwner();
  void markSignedOut();
}

/** Records that the purge is finished. */
export function setPurged(): void {
  writeItem(DUE, null);
  void unmarkSignedOut();
}

/**
 * Whether the stored answers of this member may be shown. Without a recorded owner (older builds recorded none) only if no purge is due.
 */
export const isKeptFor = (member: string): boolean => keptOwner() === member || (keptOwner() === null && purgeDue() === null);

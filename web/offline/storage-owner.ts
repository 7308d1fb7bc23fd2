import * as v from 'valibot';
import { markSignedOut, unmarkSignedOut } from './signed-out-mark.ts';

const OWNER = 'kept-owner';
const DUE = 'purge-due';
const Due = v.object({ member: v.string(), hasLeft: v.boolean() });
/** A session is over, and what this browser keeps of its member may not be gone yet. */
export type PurgeDue = v.InferOutput<typeof Due>;

function put(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: nothing is kept.
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whose answers this browser keeps, without waiting for a database; null for nobody's. */
export const keptOwner = (): string | null => read(OWNER);

/** To be called once the database is theirs. */
export function setKeptOwner(member: string): void {
  put(OWNER, member);
  void unmarkSignedOut();
}

/** Nobody's: nothing that is kept is shown, nor kept any longer. */
export const dropKeptOwner = (): void => put(OWNER, null);

/** What is still to be erased; null where nothing is. */
export function purgeDue(): PurgeDue | null {
  try {
    const parsed = v.safeParse(Due, JSON.parse(read(DUE) ?? 'null'));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** From here on nothing that is kept of the member is shown, before any of it is erased. */
export function setPurgeDue({ member, hasLeft }: PurgeDue): void {
  const before = purgeDue();
  put(DUE, JSON.stringify({ member, hasLeft: hasLeft || (before?.member === member && before.hasLeft) }));
  if (keptOwner() !== null && keptOwner() !== member) return;
  dropKeptOwner();
  void markSignedOut();
}

/** All of it is gone. */
export function setPurged(): void {
  put(DUE, null);
  void unmarkSignedOut();
}

/** Whether what lies in the database as this member's may be shown to whoever is here. An older build has noted no owner beside it. */
export const isKeptFor = (member: string): boolean => keptOwner() === member || (keptOwner() === null && purgeDue() === null);

import { orNothing } from '../platform/safe-storage.ts';
import { withinLimit } from '../platform/storage-timeout.ts';
import { writeAtOnce } from './database.ts';
import { get } from './key-value.ts';
import { dropKeptOwner, keptOwner, setKeptOwner } from './storage-owner.ts';
import { KEPT_DATABASE, type Kept, keptAnswers, OWNER } from './stored-answers.ts';

const ownerKept = () => get<unknown>(OWNER, keptAnswers().patient);

/** From here on this member's answers are kept, and nothing of anybody else's; true when it was not theirs before. */
export async function claimKept(member: string): Promise<boolean> {
  const isNew = keptOwner() !== member || (await ownerKept()) !== member;
  if (isNew) {
    await writeAtOnce(keptAnswers(), (answers) => {
      answers.clear();
      answers.put(member, OWNER);
    });
  }
  setKeptOwner(member);
  return isNew;
}

/** Keeps answers of the member whose store it is, or drops one (null). A tab that has not heard of a logout brings nothing back. */
export async function putKept(member: string, changes: Iterable<readonly [string, Kept | null]>): Promise<void> {
  if (keptOwner() !== member) return;
  await writeAtOnce(keptAnswers(), (answers) => {
    for (const [name, kept] of changes) kept ? answers.put(kept, name) : answers.delete(name);
  });
}

/** Where the browser does not say in time, it may have been made. */
async function isMade(): Promise<boolean> {
  const made = await orNothing(() => withinLimit(async () => indexedDB.databases?.()));
  return made?.some(({ name }) => name === KEPT_DATABASE) ?? true;
}

/** Keeps nothing of anybody; true when something was. Where nothing was ever kept no store is made only to empty it. */
export async function clearKept(): Promise<boolean> {
  dropKeptOwner();
  if (!(await isMade())) return false;
  const owner = await ownerKept();
  await writeAtOnce(keptAnswers(), (answers) => void answers.clear());
  return owner !== undefined;
}

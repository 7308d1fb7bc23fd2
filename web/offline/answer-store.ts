import { orNothing } from '../platform/safe-storage.ts';
import { withinLimit } from '../platform/storage-timeout.ts';
import { writeAtOnce } from './database.ts';
import { get } from './key-value.ts';
import { dropKeptOwner, keptOwner, setKeptOwner } from './storage-owner.ts';
import { KEPT_DATABASE, type Kept, keptAnswers, OWNER } from './stored-answers.ts';

const ownerKept = () => get<unknown>(OWNER, keptAnswers().patient);

/** Makes this member the owner of the stored answers; empties the store if it was another's. Returns whether the owner changed. */
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

/**
 * Stores answers by name; null deletes one. Does nothing if `member` is not the owner, so that a tab that missed a logout restores nothing.
 */
export async function putKept(member: string, changes: Iterable<readonly [string, Kept | null]>): Promise<void> {
  if (keptOwner() !== member) return;
  await writeAtOnce(keptAnswers(), (answers) => {
    for (const [name, answer] of changes) answer ? answers.put(answer, name) : answers.delete(name);
  });
}

/** Whether the database exists; also true if the browser does not answer in time or cannot list databases. */
async function isMade(): Promise<boolean> {
  const databases = await orNothing(() => withinLimit(async () => indexedDB.databases?.()));
  return databases?.some(({ name }) => name === KEPT_DATABASE) ?? true;
}

/** Deletes all stored answers and their owner. Returns whether there was an owner. Does not create the database if it does not exist. */
export async function clearKept(): Promise<boolean> {
  dropKeptOwner();
  if (!(await isMade())) return false;
  const owner = await ownerKept();
  await writeAtOnce(keptAnswers(), (answers) => void answers.clear());
  return owner !== undefined;
}

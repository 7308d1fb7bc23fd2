import { safely } from '../platform/safe-storage.ts';
import { withTimeout } from '../platform/storage-timeout.ts';
import { writeAndCommit } from './database.ts';
import { get } from './key-value.ts';
import { answersOwner, clearAnswersOwner, setAnswersOwner } from './storage-owner.ts';
import { ANSWERS_DATABASE, OWNER_KEY, type StoredAnswer, storedAnswers } from './stored-answers.ts';

const ownerInDatabase = () => get<unknown>(OWNER_KEY, storedAnswers().unbounded);

/** Makes this member the owner of the stored answers; empties the store if it was another's. Returns whether the owner changed. */
export async function claimAnswers(member: string): Promise<boolean> {
  const isNew = answersOwner() !== member || (await ownerInDatabase()) !== member;
  if (isNew) {
    await writeAndCommit(storedAnswers(), (answers) => {
      answers.clear();
      answers.put(member, OWNER_KEY);
    });
  }
  setAnswersOwner(member);
  return isNew;
}

/**
 * Stores answers by name; null deletes one. Does nothing if `member` is not the owner, so that a tab that missed a logout restores nothing.
 */
export async function storeAnswers(member: string, changes: Iterable<readonly [string, StoredAnswer | null]>): Promise<void> {
  if (answersOwner() !== member) return;
  await writeAndCommit(storedAnswers(), (answers) => {
    for (const [name, answer] of changes) answer ? answers.put(answer, name) : answers.delete(name);
  });
}

/** Whether the database exists; also true if the browser does not answer in time or cannot list databases. */
async function databaseExists(): Promise<boolean> {
  const databases = await safely(() => withTimeout(async () => indexedDB.databases?.()));
  return databases?.some(({ name }) => name === ANSWERS_DATABASE) ?? true;
}

/** Deletes all stored answers and their owner. Returns whether there was an owner. Does not create the database if it does not exist. */
export async function clearAnswers(): Promise<boolean> {
  clearAnswersOwner();
  if (!(await databaseExists())) return false;
  const owner = await ownerInDatabase();
  await writeAndCommit(storedAnswers(), (answers) => void answers.clear());
  return owner !== undefined;
}

import { safely } from '../platform/safe-storage.ts';
import { get } from './key-value.ts';
import { OWNER_KEY, storedAnswers } from './stored-answers.ts';

/**
 * The member whose answers are stored: who was signed in here last and has not left. Null if there is none, or if storage is blocked or
 * late.
 */
export async function storedMember(): Promise<string | null> {
  const member = await safely(() => get<unknown>(OWNER_KEY, storedAnswers().bounded));
  return typeof member === 'string' ? member : null;
}
